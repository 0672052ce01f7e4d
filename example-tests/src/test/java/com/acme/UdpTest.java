package com.acme;

import static dev.longfatpipe.assertj.PipeAssertions.assertThat;

import com.acme.Telemetry.Collector;
import dev.longfatpipe.Pipe;
import dev.longfatpipe.diagnose.LimitingFactor;
import dev.longfatpipe.junit.LongFatPipe;
import dev.longfatpipe.observe.Transfer;
import dev.longfatpipe.path.Direction;
import java.net.InetSocketAddress;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A UDP client on a line of 4 mbit, which carries some 400 of its readings a second. */
class UdpTest {

    private Collector collector;

    @BeforeEach
    void start() throws Exception {
        collector = new Collector();
    }

    @AfterEach
    void stop() {
        collector.close();
    }

    /** Fewer readings than the line carries all arrive, and the path is not what limits them. */
    @Test
    @LongFatPipe(rtt = "60ms", rate = "4mbit", queue = "1s")
    void readings_that_the_line_can_carry_all_arrive(Pipe pipe) throws Exception {
        InetSocketAddress through = pipe.to(collector.address());
        Transfer transfer = pipe.measure(() -> Telemetry.send(through, 100, 100));

        Assertions.assertThat(transfer.packets(Direction.UPSTREAM).queueDrops()).isZero();
        assertThat(transfer).isLimitedBy(LimitingFactor.SENDER);
    }

    /** The planted fault: twice as many readings as the line carries, and nothing tells the client. */
    @Test
    @LongFatPipe(rtt = "60ms", rate = "4mbit", queue = "100ms")
    void readings_beyond_the_line_are_lost(Pipe pipe) throws Exception {
        InetSocketAddress through = pipe.to(collector.address());
        Transfer transfer = pipe.measure(() -> Telemetry.send(through, 800, 800));

        Assertions.assertThat(transfer.packets(Direction.UPSTREAM).queueDrops()).isGreaterThan(200);
        assertThat(transfer).isLimitedBy(LimitingFactor.LINK);
    }

    /** The same seed loses the same readings: a protocol's own repair can be tested again and again. */
    @Test
    @LongFatPipe(rtt = "60ms", rate = "4mbit", queue = "1s", loss = "5%")
    void readings_are_lost_as_the_path_says(Pipe pipe) throws Exception {
        InetSocketAddress through = pipe.to(collector.address());
        Transfer transfer = pipe.measure(() -> Telemetry.send(through, 200, 200));

        Assertions.assertThat(transfer.packets(Direction.UPSTREAM).pathLosses()).isBetween(1L, 30L);
        assertThat(transfer).isLimitedBy(LimitingFactor.SENDER);
    }
}
