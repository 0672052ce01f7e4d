/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import static dev.longfatpipe.diagnose.Recorded.LONG_FAT;
import static dev.longfatpipe.diagnose.RecordedFlow.explicit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.longfatpipe.expect.Ceiling;
import dev.longfatpipe.expect.Term;
import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.observe.SenderState;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.Utilisation;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class AssessmentTests {

    private static Assessment of(Recorded recorded) {
        return Assessment.of(recorded.transfer());
    }

    private static String because(Recorded recorded) {
        return of(recorded)
                .expectation()
                .ceiling(Term.SLOW_START)
                .map(Ceiling::because)
                .orElse("");
    }

    private static RecordedFlow megabyte() {
        return RecordedFlow.of(1_048_576).spent(SenderState.SLOW_START, 600, 520);
    }

    @Nested
    class The_expectation {

        @Test
        void of_a_new_download_has_the_handshake_and_the_request() {
            assertThat(because(Recorded.on(LONG_FAT, 820).flow(megabyte())))
                    .isEqualTo("1 MiB in 812.1 ms: handshake, request, 7 rounds from 10 segments on");
        }

        @Test
        void of_a_new_download_that_nobody_asked_for_waits_for_the_last_packet_of_the_handshake() {
            assertThat(because(Recorded.on(LONG_FAT, 820).flow(megabyte().request(0))))
                    .isEqualTo("1 MiB in 812.1 ms: handshake, request, 7 rounds from 10 segments on");
        }

        @Test
        void of_a_new_upload_has_the_handshake() {
            assertThat(because(Recorded.on(LONG_FAT, 770).upstream().flow(megabyte())))
                    .isEqualTo("1 MiB in 762.1 ms: handshake, 7 rounds from 10 segments on");
        }

        @Test
        void of_a_download_counts_the_bytes_of_its_request_once() {
            Recorded asked = Recorded.on(LONG_FAT, 1_500).flow(megabyte().request(300_000));

            String atOnce = because(asked.requestArrived(300_000));
            assertThat(atOnce).isEqualTo("1 MiB in 1.22 s: handshake, request, 7 rounds from 10 segments on");
            assertThat(because(asked.requestArrived(100_000, 200_000, 300_000))).isEqualTo(atOnce);
        }

        private RecordedFlow idle() {
            return megabyte().warm(100 * 1448).waitedBefore(60_000);
        }

        @Test
        void of_a_download_over_an_open_connection_has_the_request() {
            assertThat(because(Recorded.on(LONG_FAT, 720).flow(idle())))
                    .isEqualTo("1 MiB in 712.1 ms: request, 7 rounds from 10 segments on");
        }

        @Test
        void of_a_push_over_an_open_connection_has_neither() {
            assertThat(because(Recorded.on(LONG_FAT, 720).flow(idle().request(0))))
                    .isEqualTo("1 MiB in 662.1 ms: 7 rounds from 10 segments on");
        }

        @Test
        void begins_with_the_window_that_a_kernel_keeps_over_idle_times() {
            KernelProfile keeps = KernelProfile.linux61().with("net.ipv4.tcp_slow_start_after_idle", "0");

            assertThat(because(Recorded.on(LONG_FAT, 720)
                            .kernel(keeps)
                            .flow(megabyte().warm(160 * 1448))
                            .flow(megabyte().warm(80 * 1448))))
                    .endsWith(" from 160 segments on");
        }

        @Test
        void begins_with_ten_segments_where_one_of_the_connections_is_new() {
            KernelProfile keeps = KernelProfile.linux61().with("net.ipv4.tcp_slow_start_after_idle", "0");

            assertThat(because(Recorded.on(LONG_FAT, 720)
                            .kernel(keeps)
                            .flow(megabyte().warm(160 * 1448))
                            .flow(megabyte())))
                    .contains("request, ")
                    .doesNotContain("handshake")
                    .endsWith(" from 20 segments on");
        }

        @Test
        void counts_the_connections_that_moved_bytes_at_the_same_time() {
            assertThat(because(Recorded.on(LONG_FAT, 820).flows(4, megabyte()))).endsWith(" from 40 segments on");
        }

        @Test
        void counts_connections_one_after_the_other_as_one() {
            assertThat(because(Recorded.on(LONG_FAT, 2_500)
                            .flow(megabyte().delivered(200, 820))
                            .flow(megabyte().delivered(1_020, 1_640))
                            .flow(megabyte().delivered(1_840, 2_460))))
                    .endsWith(" from 10 segments on");
        }

        @Test
        void counts_requests_one_after_the_other_over_a_pool_as_one() {
            assertThat(because(Recorded.on(LONG_FAT, 2_500)
                            .flow(idle().delivered(200, 820))
                            .flow(idle().delivered(920, 1_540))
                            .flow(idle().delivered(1_640, 2_260))))
                    .endsWith(" from 10 segments on");
        }

        @Test
        void counts_requests_at_the_same_time_over_a_pool() {
            assertThat(because(Recorded.on(LONG_FAT, 820)
                            .flow(idle().delivered(100, 780))
                            .flow(idle().delivered(110, 790))
                            .flow(idle().delivered(800, 810))))
                    .endsWith(" from 30 segments on");
        }

        @Test
        void does_not_count_connections_that_moved_a_trifle() {
            assertThat(because(Recorded.on(LONG_FAT, 820).flow(megabyte()).flows(5, RecordedFlow.of(500))))
                    .endsWith(" from 10 segments on");
        }

        @Test
        void follows_the_congestion_control_of_the_sender() {
            Path lossy = LONG_FAT.toBuilder().loss("1%").build();
            KernelProfile bbr = KernelProfile.linux61().with("net.ipv4.tcp_congestion_control", "bbr");

            assertThat(of(Recorded.on(lossy, 9_000).flow(RecordedFlow.of(90_000_000)))
                            .expectation()
                            .binding()
                            .orElseThrow()
                            .term())
                    .isEqualTo(Term.LOSS);
            assertThat(of(Recorded.on(lossy, 9_000).kernel(bbr).flow(RecordedFlow.of(90_000_000)))
                            .expectation()
                            .binding()
                            .orElseThrow()
                            .term())
                    .isEqualTo(Term.LINK);
        }

        @Test
        void is_not_known_for_an_unknown_congestion_control_on_a_path_that_loses_packets() {
            Path lossy = LONG_FAT.toBuilder().loss("1%").build();
            KernelProfile vegas = KernelProfile.linux61().with("net.ipv4.tcp_congestion_control", "vegas");

            assertThatIllegalArgumentException()
                    .isThrownBy(() -> of(Recorded.on(lossy, 9_000).kernel(vegas).flow(RecordedFlow.of(90_000_000))))
                    .withMessage("congestion control [vegas] has no known answer to loss:"
                            + " write \"cubic\", \"reno\" or \"bbr\"");
        }

        @Test
        void without_a_byte_is_the_steady_state() {
            Assessment nothing = of(Recorded.on(LONG_FAT, 1_000));

            assertThat(nothing.expectation().goodput()).contains(DataRate.ofBitsPerSecond(95_640_686));
            assertThat(nothing.utilisation()).contains(Utilisation.ofPercent(0));
        }
    }

    @Nested
    class A_share {

        private final Assessment half = of(Recorded.on(LONG_FAT, 1_624).flow(megabyte()));

        @Test
        void of_the_expectation_is_rounded_down() {
            assertThat(half.utilisation()).contains(Utilisation.parse("50.0083%"));
            assertThat(half.reaches(Utilisation.ofPercent(50))).isTrue();
            assertThat(half.reaches(Utilisation.parse("50.1%"))).isFalse();
        }

        @Test
        void of_the_line_rate_is_of_what_was_written_for_the_path() {
            assertThat(half.reachesOfLinkRate(Utilisation.parse("5.16%"))).isTrue();
            assertThat(half.reachesOfLinkRate(Utilisation.parse("5.17%"))).isFalse();
        }

        @Test
        void does_not_exist_where_nothing_bounds_the_goodput() {
            Assessment unbounded = of(Recorded.on(Path.builder().build(), 1_000).flow(megabyte()));

            assertThat(unbounded.utilisation()).isEmpty();
            assertThatIllegalArgumentException().isThrownBy(() -> unbounded.reaches(Utilisation.ofPercent(1)));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> unbounded.reachesOfLinkRate(Utilisation.ofPercent(1)));
        }
    }

    @Nested
    class A_machine {

        @Test
        void that_held_the_path_is_conclusive() {
            assertThat(of(Recorded.on(LONG_FAT, 1_000)
                                    .flow(megabyte())
                                    .stalled(Duration.ofMillis(50))
                                    .busy(Duration.ofMillis(900)))
                            .inconclusive())
                    .isEmpty();
        }

        @Test
        void that_was_late_is_not() {
            assertThat(of(Recorded.on(LONG_FAT, 1_000).flow(megabyte()).stalled(Duration.ofMillis(52)))
                            .inconclusive()
                            .orElseThrow())
                    .isEqualTo("""
                    the machine was too busy to hold the path: the pipe's work was overdue for 5.2 % of the time (52 \
                    ms of 1 s; 5 % is tolerated), at worst by 13 ms""");
        }

        @Test
        void that_had_been_later_before_is_not_said_to_have_been_on_time() {
            assertThat(of(Recorded.on(LONG_FAT, 1_000)
                                    .flow(megabyte())
                                    .stalled(Duration.ofMillis(52))
                                    .worseBefore())
                            .inconclusive()
                            .orElseThrow())
                    .endsWith("(52 ms of 1 s; 5 % is tolerated)");
        }

        @Test
        void that_had_no_time_left_is_not() {
            assertThat(of(Recorded.on(LONG_FAT, 1_000).flow(megabyte()).busy(Duration.ofMillis(910)))
                            .inconclusive()
                            .orElseThrow())
                    .isEqualTo("""
                    the machine is too slow for the path: the pipe's own work took 91 % of one core (90 % is tolerated)""");
        }

        @Test
        void that_could_not_make_the_path_is_not() {
            assertThat(of(Recorded.on(LONG_FAT, 1_000)
                                    .flow(megabyte())
                                    .problem("rtt 100 ms was asked for, but 140 ms were measured"))
                            .inconclusive()
                            .orElseThrow())
                    .isEqualTo("""
                    the pipe is not the path that was asked for: rtt 100 ms was asked for, but 140 ms were measured""");
        }

        private Optional<String> complaintWhenIdleFor(long idleMillis, SenderState state) {
            return of(Recorded.on(LONG_FAT, 1_000)
                            .flow(RecordedFlow.of(100_000).idle(state, 800).segments(70, 1, 1, 0))
                            .processorsIdle(Duration.ofMillis(idleMillis))
                            .contended(Duration.ZERO))
                    .inconclusive();
        }

        @Test
        void that_had_no_processor_left_may_have_starved_the_application() {
            assertThat(complaintWhenIdleFor(49, SenderState.WAITING_FOR_DATA).orElseThrow())
                    .isEqualTo("""
                    the machine was too busy to tell a slow application from one that waits for a processor (the limit \
                    shows as SENDER): its processors had nothing to do for 4.9 % of the time (5 % is needed)""");
            assertThat(complaintWhenIdleFor(0, SenderState.SLOW_READER)).isPresent();
            assertThat(complaintWhenIdleFor(50, SenderState.WAITING_FOR_DATA)).isEmpty();
        }

        @Test
        void that_had_no_processor_left_does_not_make_windows_and_losses() {
            assertThat(complaintWhenIdleFor(0, SenderState.RECEIVE_WINDOW)).isEmpty();
            assertThat(complaintWhenIdleFor(0, SenderState.AFTER_LOSS)).isEmpty();
            assertThat(complaintWhenIdleFor(0, SenderState.SLOW_START)).isEmpty();
        }

        @Test
        void that_had_no_processor_left_may_have_crowded_the_queue_where_the_kernel_s_own_packets_cross_it() {
            assertThat(overflowed(49).packets(3_000, 4_500_000).transfer())
                    .satisfies(late -> assertThat(
                                    Assessment.of(late).inconclusive().orElseThrow())
                            .isEqualTo(
                                    "the machine was too busy to tell a queue that is too short from packets that came"
                                            + " late, and then all at once: its processors had nothing to do for 4.9 % of the time"
                                            + " (5 % is needed)"));
            assertThat(of(overflowed(50).packets(3_000, 4_500_000)).inconclusive())
                    .isEmpty();
            assertThat(of(overflowed(0)).inconclusive()).as("on the relay").isEmpty();
        }

        private static Recorded overflowed(long idleMillis) {
            return Recorded.on(LONG_FAT, 1_000)
                    .flow(RecordedFlow.of(4_000_000)
                            .idle(SenderState.AFTER_QUEUE_OVERFLOW, 800)
                            .segments(2_800, 40, 0, 40))
                    .processorsIdle(Duration.ofMillis(idleMillis));
        }

        @Test
        void that_lost_packets_by_itself_is_not() {
            assertThat(of(Recorded.on(LONG_FAT, 1_000).flow(megabyte()).unaskedDrops(1))
                            .inconclusive()
                            .orElseThrow())
                    .isEqualTo("the machine lost 1 packet that the path does not lose");
            assertThat(of(Recorded.on(LONG_FAT, 1_000).flow(megabyte()).unaskedDrops(7))
                            .inconclusive()
                            .orElseThrow())
                    .isEqualTo("the machine lost 7 packets that the path does not lose");
        }

        @Test
        void tells_all_of_it() {
            assertThat(of(Recorded.on(LONG_FAT, 1_000)
                                    .flow(megabyte())
                                    .stalled(Duration.ofMillis(100))
                                    .busy(Duration.ofMillis(950)))
                            .inconclusive()
                            .orElseThrow())
                    .contains("; the machine is too slow for the path: ");
        }
    }

    @Nested
    class The_line {

        @Test
        void tells_path_expectation_goodput_share_and_limit() {
            Assessment assessment = of(Recorded.on(LONG_FAT, 10_000)
                    .flow(RecordedFlow.of(6_250_000)
                            .idle(SenderState.RECEIVE_WINDOW, 9_000)
                            .receiver(explicit(65_536), 64_088)));

            assertThat(assessment.line()).isEqualTo("""
                    rtt 100 ms, rate 100 mbit, queue 1bdp | expected 39.4 mbit | achieved 5 mbit | 12.6 % | \
                    RECEIVE_WINDOW""");
            assertThat(assessment).hasToString(assessment.line());
        }

        @Test
        void has_dashes_where_there_is_no_expectation() {
            assertThat(of(Recorded.on(Path.builder().build(), 1_000).flow(megabyte()))
                            .line())
                    .isEqualTo("""
                    rtt 0 ms, rate unlimited | expected no bound | achieved 8.4 mbit | - | SLOW_START""");
        }
    }
}
