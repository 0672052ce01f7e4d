/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import static dev.longfatpipe.assertj.PipeAssertions.assertThat;
import static dev.longfatpipe.assertj.PipeAssertions.percent;
import static dev.longfatpipe.diagnose.LimitingFactor.LOSS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.Pipe;
import dev.longfatpipe.junit.LongFatPipe;
import dev.longfatpipe.observe.Transfer;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import java.io.IOException;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@LongFatPipe(rtt = "20ms", rate = "100mbit", loss = "0.1%", kernel = "linux-6.1", congestionControl = "cubic")
class LossTest {

    private BulkServer server;

    @BeforeEach
    void startServer() throws IOException {
        server = BulkServer.start();
    }

    @AfterEach
    void stopServer() throws IOException {
        server.close();
    }

    @Test
    void one_packet_lost_in_a_thousand_keeps_one_flow_far_below_the_line(Pipe pipe) throws Exception {
        InetSocketAddress origin = pipe.to(server.address());

        // Slow start opens the window to twice what the line holds, and each loss takes three tenths of it: the first five or six losses cost
        // nothing yet. They have to be few of all, wherever they fall.
        Transfer transfer =
                pipe.measure(() -> BulkClient.withDefaultBuffers().download(origin, DataSize.parse("40MB")));

        assertThat(transfer).isLimitedBy(LOSS);
        assertThat(transfer.goodput()).isLessThan(DataRate.parse("60mbit"));
    }

    @Test
    void eight_flows_with_the_same_loss_carry_most_of_what_the_line_can(Pipe pipe) throws Exception {
        InetSocketAddress origin = pipe.to(server.address());

        Transfer transfer =
                pipe.measure(() -> BulkClient.withDefaultBuffers().download(origin, DataSize.parse("40MB"), 8));

        // Each of them alone could keep up 22 mbit (Mathis), so that together they have more than the line takes. But which of
        // them loses how much is chance, and the unlucky ones go on alone in the end: 70 to 91 mbit in 17 runs.
        assertThat(transfer).reachesAtLeast(percent(60)).ofTheLinkRate();
    }
}
