/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import static dev.longfatpipe.assertj.PipeAssertions.assertThat;

import dev.longfatpipe.PipeBuilder;
import dev.longfatpipe.Pipes;
import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.path.PathBuilder;
import dev.longfatpipe.units.DataRate;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Each factor made by real sockets on the relay; where the machine is too busy for that, the test is aborted. */
class FactorsOnTheRelayTests {

    private static PathBuilder path() {
        return Path.builder().rtt(Duration.ofMillis(40)).rate(DataRate.ofMegabitsPerSecond(50));
    }

    private static PipeBuilder on(PathBuilder path) {
        return Pipes.builder(path.build()).kernel(KernelProfile.linux61());
    }

    @Test
    void link() throws Exception {
        Path slow = Path.of(Duration.ofMillis(20), DataRate.ofMegabitsPerSecond(20));

        assertThat(Download.of(4_000_000).over(Pipes.builder(slow).kernel(KernelProfile.linux61())))
                .isLimitedBy(LimitingFactor.LINK);
    }

    @Test
    void link_with_a_queue_that_overflows() throws Exception {
        assertThat(Download.of(2_000_000).over(on(path().queue("16KiB")))).isLimitedBy(LimitingFactor.LINK);
    }

    @Test
    void receive_window() throws Exception {
        assertThat(Download.of(1_500_000).receiveBuffer(65_536).over(on(path())))
                .isLimitedBy(LimitingFactor.RECEIVE_WINDOW);
    }

    @Test
    void no_window_scaling() throws Exception {
        KernelProfile unscaled = KernelProfile.linux61().with("net.ipv4.tcp_window_scaling=0");

        assertThat(Download.of(1_500_000).over(on(path()).kernel(unscaled)))
                .isLimitedBy(LimitingFactor.NO_WINDOW_SCALING);
    }

    @Test
    void send_buffer() throws Exception {
        assertThat(Download.of(800_000).sendBuffer(32_768).over(on(path()))).isLimitedBy(LimitingFactor.SEND_BUFFER);
    }

    @Test
    void loss() throws Exception {
        assertThat(Download.of(1_000_000).over(on(path().loss("2%")))).isLimitedBy(LimitingFactor.LOSS);
    }

    @Test
    void slow_start() throws Exception {
        assertThat(Download.of(200_000).over(on(path()))).isLimitedBy(LimitingFactor.SLOW_START);
    }

    @Test
    void slow_reader() throws Exception {
        assertThat(Download.of(1_000_000)
                        .receiveBuffer(131_072)
                        .readerPause(Duration.ofMillis(20))
                        .over(on(path())))
                .isLimitedBy(LimitingFactor.SLOW_READER);
    }

    @Test
    void sender() throws Exception {
        assertThat(Download.of(800_000).writerPause(Duration.ofMillis(25)).over(on(path())))
                .isLimitedBy(LimitingFactor.SENDER);
    }
}
