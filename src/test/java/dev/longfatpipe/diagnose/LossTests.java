/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import static dev.longfatpipe.diagnose.Recorded.LONG_FAT;
import static dev.longfatpipe.diagnose.Recorded.words;
import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.observe.SenderState;
import dev.longfatpipe.path.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LossTests {

    private static final Path LOSSY = LONG_FAT.toBuilder().loss("0.1%").build();

    private static RecordedFlow reduced() {
        return RecordedFlow.of(6_000_000)
                .idle(SenderState.HANDSHAKE, 150)
                .idle(SenderState.SLOW_START, 300)
                .spent(SenderState.AFTER_LOSS, 9_450, 8_950)
                .segments(4_148, 4, 4, 0);
    }

    @Test
    void is_told_by_the_packets_lost_and_what_one_connection_can_do() {
        Diagnosis diagnosis =
                Diagnosis.of(Recorded.on(LOSSY, 10_000).flow(reduced()).transfer());

        assertThat(words(diagnosis)).isEqualTo("""
                    LOSS: the line stood idle 94.9 % of the time (9.4 s of 9.9 s), 95.2 % of that because lost packets \
                    had slowed the sender down: after a loss it sends less (the congestion window), and only gradually \
                    more again
                    the path lost 4 of 4148 segments (0.096 %; asked for 0.1%), and 4 were sent again
                    one connection with congestion control cubic is expected to keep up 4.5 mbit on average (Mathis, \
                    1.22 x MSS / (rtt x sqrt p), CUBIC being in its Reno-friendly region: MSS 1448, rtt 100 ms, p \
                    0.1%)
                    Fix: no buffer helps here. Use several connections (22 together are expected to fill the line), or \
                    congestion control bbr, which random loss does not slow down, or repair the loss itself""");
    }

    @Test
    void beside_a_queue_that_drops_tells_both() {
        Diagnosis diagnosis = Diagnosis.of(Recorded.on(LOSSY, 10_000)
                .flow(reduced().segments(4_200, 56, 4, 52))
                .transfer());

        assertThat(diagnosis.evidence().get(1)).isEqualTo("""
                    the path lost 4 of 4200 segments (0.095 %; asked for 0.1%), its queue dropped 52, and 56 were sent \
                    again""");
    }

    @Test
    void on_a_line_without_a_rate_needs_no_number_of_connections() {
        Path unlimited = Path.builder().rtt(Duration.ofMillis(100)).loss("1%").build();
        Diagnosis diagnosis = Diagnosis.of(Recorded.on(unlimited, 10_000)
                .kernel(KernelProfile.linux61().with("net.ipv4.tcp_congestion_control", "reno"))
                .flow(reduced().segments(4_185, 41, 41, 0))
                .transfer());

        assertThat(words(diagnosis)).isEqualTo("""
                    LOSS: the sender stood still 94.9 % of the time (9.4 s of 9.9 s), 95.2 % of that because lost \
                    packets had slowed the sender down: after a loss it sends less (the congestion window), and only \
                    gradually more again
                    the path lost 41 of 4185 segments (0.98 %; asked for 1%), and 41 were sent again
                    one connection with congestion control reno is expected to keep up 1.4 mbit on average (Mathis, \
                    1.22 x MSS / (rtt x sqrt p): MSS 1448, rtt 100 ms, p 1%)
                    Fix: no buffer helps here. Use several connections, or congestion control bbr, which random loss \
                    does not slow down, or repair the loss itself""");
    }

    @Test
    void is_not_the_verdict_where_the_line_was_busy_all_the_same() {
        Diagnosis diagnosis = Diagnosis.of(Recorded.on(LOSSY, 10_000)
                .kernel(KernelProfile.linux61().with("net.ipv4.tcp_congestion_control", "bbr"))
                .flow(RecordedFlow.of(115_000_000)
                        .idle(SenderState.SLOW_START, 400)
                        .spent(SenderState.AFTER_LOSS, 9_500, 50)
                        .segments(79_500, 80, 80, 0))
                .transfer());

        assertThat(diagnosis.factor()).isEqualTo(LimitingFactor.LINK);
    }

    @Test
    void that_nothing_has_lost_is_the_machine_s() {
        assertThat(Assessment.of(Recorded.on(LONG_FAT, 10_000)
                                .flow(reduced().segments(4_148, 9, 0, 0))
                                .transfer())
                        .inconclusive()
                        .orElseThrow())
                .isEqualTo("the machine lost packets or held them up: after a loss the senders sent less, but of 4148"
                        + " segments, 9 of them sent again, the path lost none");
        assertThat(Assessment.of(Recorded.on(LONG_FAT, 10_000)
                                .flow(reduced().segments(4_148, 9, 0, 1))
                                .transfer())
                        .inconclusive())
                .isEmpty();
    }

    @Test
    void that_a_line_cut_before_it_may_have_lost_is_not_the_machine_s() {
        assertThat(Assessment.of(Recorded.on(LONG_FAT, 10_000)
                                .flow(reduced().segments(4_148, 9, 0, 0))
                                .cutBefore(Duration.ofSeconds(3))
                                .transfer())
                        .inconclusive())
                .isEmpty();
    }
}
