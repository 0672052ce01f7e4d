/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.observe.SenderState;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** 1 MiB at 100 ms and 100 mbit, over a connection whose congestion window has been opened to 1.5 MB before. */
class WarmConnectionTests {

    private static final Duration WITH_THE_OPEN_WINDOW = Duration.ofNanos(187_714_080);
    private static final Duration FROM_TEN_SEGMENTS = Duration.ofNanos(712_135_200);

    private static RecordedFlow flow() {
        return RecordedFlow.of(1_048_576).warm(1_500_000).delivered(100, 190);
    }

    private static Duration expected(RecordedFlow flow, KernelProfile kernel) {
        return Assessment.of(Recorded.on(Recorded.LONG_FAT, 190)
                        .kernel(kernel)
                        .flow(flow)
                        .transfer())
                .expectation()
                .completion()
                .orElseThrow();
    }

    private static Duration expected(RecordedFlow flow) {
        return expected(flow, KernelProfile.linux61());
    }

    @Test
    void that_sends_on_keeps_its_window() {
        assertThat(expected(flow())).isEqualTo(WITH_THE_OPEN_WINDOW);
    }

    @Test
    void that_waited_for_less_than_its_retransmission_timeout_keeps_its_window() {
        assertThat(expected(flow().waitedBefore(180).idle(SenderState.WAITING_FOR_DATA, 119)))
                .isEqualTo(WITH_THE_OPEN_WINDOW);
    }

    @Test
    void that_may_have_waited_for_its_retransmission_timeout_of_rtt_and_200_ms_begins_again() {
        assertThat(expected(flow().waitedBefore(180).idle(SenderState.WAITING_FOR_DATA, 120)))
                .isEqualTo(FROM_TEN_SEGMENTS);
        assertThat(expected(flow().waitedBefore(60_000))).isEqualTo(FROM_TEN_SEGMENTS);
    }

    @Test
    void keeps_its_window_over_any_wait_where_the_kernel_does_not_restart() {
        KernelProfile kernel = KernelProfile.linux61().with("net.ipv4.tcp_slow_start_after_idle", "0");
        assertThat(expected(flow().waitedBefore(60_000), kernel)).isEqualTo(WITH_THE_OPEN_WINDOW);
    }
}
