/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import static dev.longfatpipe.diagnose.Recorded.LONG_FAT;
import static dev.longfatpipe.kernel.BufferSetting.auto;
import static dev.longfatpipe.kernel.BufferSetting.explicit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import java.time.Duration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class BufferCheckTests {

    private static final KernelProfile OLD = KernelProfile.linux61();
    private static final KernelProfile NEW = KernelProfile.linux618();

    private static BufferCheck receive(Path path, long size) {
        return BufferCheck.receive(path, Direction.DOWNSTREAM, OLD, explicit(DataSize.ofBytes(size)));
    }

    @Nested
    class A_receive_buffer {

        @Test
        void is_enough_when_its_window_holds_the_bdp() {
            assertThat(receive(LONG_FAT, 1_250_000 + 1448).isEnough()).isTrue();
            assertThat(receive(LONG_FAT, 1_250_000 - 100_000).isEnough()).isFalse();
        }

        @Test
        void that_is_too_small_is_told_with_its_arithmetic() {
            BufferCheck check = receive(LONG_FAT, 65_536);

            assertThat(check.inFlight()).isEqualTo(DataSize.ofBytes(64_088));
            assertThat(check.needed()).contains(DataSize.ofBytes(1_250_000));
            assertThat(check.ceiling()).contains(DataRate.ofBitsPerSecond(5_127_040));
            assertThat(check.finding()).isEqualTo("""
                    SO_RCVBUF 65536 -> window 64088 bytes -> ceiling 5.1 mbit at rtt 100 ms; the path holds 1.25 MB \
                    (BDP)""");
            assertThat(check).hasToString(check.finding());
        }

        @Test
        void that_is_left_to_the_kernel_counts_as_far_as_it_may_grow() {
            BufferCheck check = BufferCheck.receive(
                    LONG_FAT, Direction.DOWNSTREAM, OLD.with("net.ipv4.tcp_rmem=4096 131072 524288"), auto());

            assertThat(check.isEnough()).isFalse();
            assertThat(check.finding()).isEqualTo("""
                    SO_RCVBUF left to the kernel (auto-tuning up to net.ipv4.tcp_rmem max = 524288) -> window 262144 \
                    bytes -> ceiling 21 mbit at rtt 100 ms; the path holds 1.25 MB (BDP)""");
            assertThat(check.remedy()).isEqualTo("""
                    raise net.ipv4.tcp_rmem max on the client's host (now 524288) to >= 5000000, or set SO_RCVBUF to \
                    >= 2.5 MB (2 BDP) BEFORE connect(), which net.core.rmem_max (now 67108864) allows""");
        }

        @Test
        void that_rmem_max_cuts_is_told_with_the_cut() {
            BufferCheck check = BufferCheck.receive(
                    LONG_FAT,
                    Direction.UPSTREAM,
                    OLD.with("net.core.rmem_max=212992"),
                    explicit(DataSize.ofBytes(2_500_000)));

            assertThat(check.finding()).isEqualTo("""
                    SO_RCVBUF 2500000, cut to 212992 by net.core.rmem_max -> window 211544 bytes -> ceiling 16.9 mbit \
                    at rtt 100 ms; the path holds 1.25 MB (BDP)""");
            assertThat(check.remedy()).isEqualTo("""
                    do not set SO_RCVBUF on the server's socket: auto-tuning may grow to net.ipv4.tcp_rmem max = \
                    33554432 here (window 16776192 bytes); or set it to >= 2.5 MB (2 BDP) on the listening socket \
                    BEFORE bind() and raise net.core.rmem_max (now 212992), which cuts it silently""");
        }

        @Test
        void may_be_shared_by_several_connections() {
            BufferCheck check = receive(LONG_FAT, 262_144).sharedBy(8);

            assertThat(check.isEnough()).isTrue();
            assertThat(check.needed()).contains(DataSize.ofBytes(156_250));
            assertThat(check.finding()).isEqualTo("""
                    SO_RCVBUF 262144 -> window 260696 bytes -> ceiling 20.9 mbit at rtt 100 ms; the path holds 156 kB \
                    per connection (BDP / 8)""");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> check.sharedBy(0))
                    .withMessage("connections [0] is not positive: write 1 or more");
        }

        @Test
        void is_always_enough_for_a_line_without_a_rate() {
            BufferCheck check =
                    receive(Path.builder().rtt(Duration.ofMillis(100)).build(), 65_536);

            assertThat(check.isEnough()).isTrue();
            assertThat(check.needed()).isEmpty();
            assertThat(check.finding()).isEqualTo("""
                    SO_RCVBUF 65536 -> window 64088 bytes -> ceiling 5.1 mbit at rtt 100 ms""");
        }

        @Test
        void has_no_ceiling_without_a_round_trip() {
            assertThat(receive(Path.builder().rate(DataRate.parse("100mbit")).build(), 65_536)
                            .finding())
                    .isEqualTo("SO_RCVBUF 65536 -> window 64088 bytes; the path holds 0 B (BDP)");
        }

        @Test
        void cannot_be_large_enough_for_more_than_tcp_s_largest_window() {
            Path moon = Path.of(Duration.ofMillis(2_600), DataRate.parse("10gbit"));

            assertThat(receive(moon, 65_536).remedy()).isEqualTo("""
                    use at least 4 connections: the path holds 3.25 GB, and TCP's largest window is 1.07 GB""");
        }

        @Test
        void needs_no_more_than_tcp_s_largest_window() {
            Path far = Path.of(Duration.ofMillis(600), DataRate.parse("10gbit"));

            assertThat(receive(far, 65_536).remedy()).contains("to >= 1.07 GB (2 BDP)");
            assertThat(BufferCheck.receive(far, Direction.DOWNSTREAM, OLD, auto())
                            .remedy())
                    .startsWith("raise net.ipv4.tcp_rmem max on the client's host (now 33554432) to >= 2147483647, or");
        }

        @Test
        void on_a_line_without_a_rate_is_told_by_the_goodput_that_is_wanted() {
            BufferCheck check = BufferCheck.receive(
                    Path.builder().rtt(Duration.ofMillis(100)).build(), Direction.DOWNSTREAM, OLD, auto());

            assertThat(check.remedy()).isEqualTo("""
                    raise net.ipv4.tcp_rmem max on the client's host (now 33554432), or set SO_RCVBUF BEFORE \
                    connect(): allow >= 2.5 MB for every 100 mbit of goodput that you want at rtt 100 ms""");
        }
    }

    @Nested
    class A_send_buffer {

        @Test
        void counts_what_is_under_way_for_certain() {
            BufferCheck check =
                    BufferCheck.send(LONG_FAT, Direction.UPSTREAM, NEW, explicit(DataSize.ofKibibytes(1024)));

            assertThat(check.isEnough()).isFalse();
            assertThat(check.under("Expected more.")).isEqualTo("""
                    Expected more.
                      Path      rtt 100 ms, rate 100 mbit, queue 1bdp
                      Limit     SO_SNDBUF 1048576 -> keeps 888106 bytes under way -> ceiling 71 mbit at rtt 100 ms; the path holds 1.25 MB
                                (BDP) (kernel linux-6.18)
                      Fix       do not set SO_SNDBUF on the client's socket: auto-tuning may grow to net.ipv4.tcp_wmem max = 4194304 here
                                (keeps 1776213 bytes under way); or set it to >= 2.5 MB (2 BDP) BEFORE connect(), which net.core.wmem_max
                                (now 4194304) allows""");
        }

        @Test
        void is_enough_when_two_thirds_of_it_hold_the_bdp() {
            assertThat(BufferCheck.send(LONG_FAT, Direction.UPSTREAM, NEW, explicit(DataSize.ofKibibytes(1536)))
                            .isEnough())
                    .isTrue();
        }

        @Test
        void of_a_server_is_that_of_the_accepted_socket() {
            assertThat(BufferCheck.send(LONG_FAT, Direction.DOWNSTREAM, NEW, explicit(DataSize.ofKibibytes(64)))
                            .remedy())
                    .isEqualTo("""
                    do not set SO_SNDBUF on the server's socket: auto-tuning may grow to net.ipv4.tcp_wmem max = \
                    4194304 here (keeps 1776213 bytes under way); or set it to >= 2.5 MB (2 BDP) on the accepted \
                    socket BEFORE the first write, which net.core.wmem_max (now 4194304) allows""");
        }
    }
}
