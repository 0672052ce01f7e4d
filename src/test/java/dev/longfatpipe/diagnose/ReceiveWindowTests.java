/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import static dev.longfatpipe.diagnose.Recorded.LONG_FAT;
import static dev.longfatpipe.diagnose.Recorded.words;
import static dev.longfatpipe.diagnose.RecordedFlow.auto;
import static dev.longfatpipe.diagnose.RecordedFlow.declared;
import static dev.longfatpipe.diagnose.RecordedFlow.explicit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.observe.BufferReading;
import dev.longfatpipe.observe.SenderState;
import dev.longfatpipe.observe.Transfer;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.units.DataRate;
import java.time.Duration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ReceiveWindowTests {

    private static RecordedFlow blocked(long bytes) {
        return RecordedFlow.of(bytes)
                .idle(SenderState.HANDSHAKE, 150)
                .idle(SenderState.SLOW_START, 200)
                .spent(SenderState.RECEIVE_WINDOW, 9600, 9150);
    }

    private static Diagnosis of(Recorded recorded) {
        return Diagnosis.of(recorded.transfer());
    }

    @Nested
    class Of_an_explicit_buffer {

        @Test
        void names_the_socket_its_window_and_the_ceiling_that_it_met() {
            Diagnosis diagnosis =
                    of(Recorded.on(LONG_FAT, 10_000).flow(blocked(6_250_000).receiver(explicit(65_536), 64_088)));

            assertThat(words(diagnosis)).isEqualTo("""
                    RECEIVE_WINDOW: the line stood idle 95.4 % of the time (9.5 s of 9.95 s), 96.3 % of that because \
                    the receiver's window was full: no more bytes may be under way than the receiver has announced to \
                    have room for
                    client socket 127.0.0.1:51514 has SO_RCVBUF 65536, set explicitly -> window 64088 -> ceiling 5.1 \
                    mbit at rtt 100 ms: matches
                    Fix: do not set SO_RCVBUF on the client's socket: auto-tuning may grow to net.ipv4.tcp_rmem max = \
                    33554432 here (window 16777216 bytes); or set it to >= 2.5 MB (2 BDP) BEFORE connect(), which \
                    net.core.rmem_max (now 67108864) allows""");
        }

        @Test
        void says_so_when_the_goodput_does_not_match_the_ceiling() {
            Diagnosis diagnosis =
                    of(Recorded.on(LONG_FAT, 10_000).flow(blocked(5_000_000).receiver(explicit(65_536), 64_088)));

            assertThat(diagnosis.evidence().get(1)).isEqualTo("""
                    client socket 127.0.0.1:51514 has SO_RCVBUF 65536, set explicitly -> window 64088 -> ceiling 5.1 \
                    mbit at rtt 100 ms: does not match, it moved 4 mbit""");
        }

        @Test
        void within_15_percent_of_the_ceiling_is_a_match() {
            assertThat(of(Recorded.on(LONG_FAT, 10_000).flow(blocked(5_400_000).receiver(explicit(65_536), 64_088)))
                            .evidence()
                            .get(1))
                    .endsWith(": matches");
            assertThat(of(Recorded.on(LONG_FAT, 10_000).flow(blocked(7_400_000).receiver(explicit(65_536), 64_088)))
                            .evidence()
                            .get(1))
                    .endsWith(": does not match, it moved 6 mbit");
        }

        @Test
        void of_a_server_that_receives_is_set_before_bind() {
            Diagnosis diagnosis = of(Recorded.on(LONG_FAT, 10_000)
                    .upstream()
                    .flow(blocked(6_250_000).receiver(explicit(65_536), 64_088)));

            assertThat(words(diagnosis)).isEqualTo("""
                    RECEIVE_WINDOW: the line stood idle 95.4 % of the time (9.5 s of 9.95 s), 96.3 % of that because \
                    the receiver's window was full: no more bytes may be under way than the receiver has announced to \
                    have room for
                    server socket 127.0.0.1:8080 has SO_RCVBUF 65536, set explicitly -> window 64088 -> ceiling 5.1 \
                    mbit at rtt 100 ms: matches
                    Fix: do not set SO_RCVBUF on the server's socket: auto-tuning may grow to net.ipv4.tcp_rmem max = \
                    33554432 here (window 16777216 bytes); or set it to >= 2.5 MB (2 BDP) on the listening socket \
                    BEFORE bind(), which net.core.rmem_max (now 67108864) allows""");
        }

        @Test
        void that_the_test_declares_is_said_to_be_declared() {
            Diagnosis diagnosis =
                    of(Recorded.on(LONG_FAT, 10_000).flow(blocked(6_250_000).receiver(declared(65_536), 64_088)));

            assertThat(diagnosis.evidence().get(1)).isEqualTo("""
                    client socket 127.0.0.1:51514 has SO_RCVBUF 65536, as the test declares -> window 64088 -> ceiling \
                    5.1 mbit at rtt 100 ms: matches""");
        }

        @Test
        void that_rmem_max_cut_is_said_to_be_cut() {
            KernelProfile small = KernelProfile.linux61().with("net.core.rmem_max", "212992");
            Diagnosis diagnosis = of(Recorded.on(LONG_FAT, 10_000)
                    .kernel(small)
                    .flow(blocked(20_000_000).receiver(explicit(1_048_576), 211_544)));

            assertThat(words(diagnosis)).isEqualTo("""
                    RECEIVE_WINDOW: the line stood idle 95.4 % of the time (9.5 s of 9.95 s), 96.3 % of that because \
                    the receiver's window was full: no more bytes may be under way than the receiver has announced to \
                    have room for
                    client socket 127.0.0.1:51514 has SO_RCVBUF 1048576, set explicitly (cut to 212992 by \
                    net.core.rmem_max) -> window 211544 -> ceiling 16.9 mbit at rtt 100 ms: matches
                    Fix: do not set SO_RCVBUF on the client's socket: auto-tuning may grow to net.ipv4.tcp_rmem max = \
                    33554432 here (window 16776192 bytes); or set it to >= 2.5 MB (2 BDP) BEFORE connect() and raise \
                    net.core.rmem_max (now 212992), which cuts it silently""");
        }

        @Test
        void of_several_connections_is_said_once_and_shared_by_them() {
            Diagnosis diagnosis =
                    of(Recorded.on(LONG_FAT, 10_000).flows(8, blocked(6_250_000).receiver(explicit(65_536), 64_088)));

            assertThat(words(diagnosis)).isEqualTo("""
                    RECEIVE_WINDOW: the line stood idle 95.4 % of the time (76 s of 79.6 s, 8 connections added up), \
                    96.3 % of that because the receiver's window was full: no more bytes may be under way than the \
                    receiver has announced to have room for
                    client socket 127.0.0.1:51514 and 7 more have SO_RCVBUF 65536, set explicitly -> window 64088 -> \
                    ceiling 5.1 mbit each at rtt 100 ms: matches
                    Fix: do not set SO_RCVBUF on the client's socket: auto-tuning may grow to net.ipv4.tcp_rmem max = \
                    33554432 here (window 16777216 bytes); or set it to >= 313 kB (2 BDP shared by 8 connections) \
                    BEFORE connect(), which net.core.rmem_max (now 67108864) allows""");
        }

        @Test
        void is_not_replaced_by_auto_tuning_where_that_is_too_small_as_well() {
            Path fast = Path.of(Duration.ofMillis(40), DataRate.parse("2gbit"));
            KernelProfile production = KernelProfile.linux61().with("net.ipv4.tcp_rmem=4096 131072 524288");
            Diagnosis diagnosis = of(Recorded.on(fast, 10_000)
                    .kernel(production)
                    .flow(blocked(128_000_000).receiver(explicit(524_288), 522_840)));

            assertThat(words(diagnosis)).isEqualTo("""
                    RECEIVE_WINDOW: the line stood idle 95.4 % of the time (9.5 s of 9.95 s), 96.3 % of that because \
                    the receiver's window was full: no more bytes may be under way than the receiver has announced to \
                    have room for
                    client socket 127.0.0.1:51514 has SO_RCVBUF 524288, set explicitly -> window 522848 -> ceiling \
                    104.6 mbit at rtt 40 ms: matches
                    Fix: set SO_RCVBUF on the client's socket to >= 20 MB (2 BDP) BEFORE connect(), which \
                    net.core.rmem_max (now 67108864) allows; to leave it to the kernel is not enough here: \
                    net.ipv4.tcp_rmem max = 524288 (window 262144 bytes), and the path holds 10 MB""");
        }

        @Test
        void on_a_line_without_a_rate_is_told_by_the_goodput_that_is_wanted() {
            Path unlimited = Path.builder().rtt(Duration.ofMillis(50)).build();
            Diagnosis diagnosis =
                    of(Recorded.on(unlimited, 10_000).flow(blocked(12_500_000).receiver(explicit(65_536), 64_088)));

            assertThat(words(diagnosis)).isEqualTo("""
                    RECEIVE_WINDOW: the sender stood still 95.4 % of the time (9.5 s of 9.95 s), 96.3 % of that \
                    because the receiver's window was full: no more bytes may be under way than the receiver has \
                    announced to have room for
                    client socket 127.0.0.1:51514 has SO_RCVBUF 65536, set explicitly -> window 64088 -> ceiling 10.3 \
                    mbit at rtt 50 ms: matches
                    Fix: do not set SO_RCVBUF on the client's socket: auto-tuning may grow to net.ipv4.tcp_rmem max = \
                    33554432 here (window 16777216 bytes); or set it BEFORE connect() and allow >= 1.25 MB for every \
                    100 mbit of goodput that you want at rtt 50 ms""");
        }
    }

    @Nested
    class Of_an_auto_tuned_buffer {

        @Test
        void that_has_grown_as_far_as_tcp_rmem_allows() {
            Path fast = Path.of(Duration.ofMillis(40), DataRate.parse("2gbit"));
            KernelProfile production = KernelProfile.linux61().with("net.ipv4.tcp_rmem=4096 131072 524288");
            Diagnosis diagnosis = of(Recorded.on(fast, 10_000)
                    .kernel(production)
                    .flow(blocked(64_000_000).receiver(auto(), 262_144)));

            assertThat(words(diagnosis)).isEqualTo("""
                    RECEIVE_WINDOW: the line stood idle 95.4 % of the time (9.5 s of 9.95 s), 96.3 % of that because \
                    the receiver's window was full: no more bytes may be under way than the receiver has announced to \
                    have room for
                    client socket 127.0.0.1:51514 leaves SO_RCVBUF to the kernel -> window 262144, all that \
                    net.ipv4.tcp_rmem max = 524288 allows -> ceiling 52.4 mbit at rtt 40 ms: matches
                    Fix: raise net.ipv4.tcp_rmem max on the client's host (now 524288) to >= 40100000, or set \
                    SO_RCVBUF to >= 20 MB (2 BDP) BEFORE connect(), which net.core.rmem_max (now 67108864) allows""");
        }

        @Test
        void that_was_still_growing_needs_time() {
            Diagnosis diagnosis =
                    of(Recorded.on(LONG_FAT, 10_000).flow(blocked(20_000_000).receiver(auto(), 400_000)));

            assertThat(words(diagnosis)).isEqualTo("""
                    RECEIVE_WINDOW: the line stood idle 95.4 % of the time (9.5 s of 9.95 s), 96.3 % of that because \
                    the receiver's window was full: no more bytes may be under way than the receiver has announced to \
                    have room for
                    client socket 127.0.0.1:51514 leaves SO_RCVBUF to the kernel -> its window had grown to 400000 of \
                    at most 16777216 when the transfer ended
                    Fix: give it time: an auto-tuned window starts small and grows with what the application reads in \
                    each round trip. Reuse connections whose window has grown, or move more bytes over each""");
        }

        @Test
        void that_ended_large_was_small_on_the_way() {
            Diagnosis diagnosis =
                    of(Recorded.on(LONG_FAT, 10_000).flow(blocked(20_000_000).receiver(auto(), 16_777_216)));

            assertThat(diagnosis.evidence().get(1)).isEqualTo("""
                    client socket 127.0.0.1:51514 leaves SO_RCVBUF to the kernel -> its window had grown to 16777216 \
                    of at most 16777216 when the transfer ended""");
            assertThat(diagnosis.remedy()).startsWith("give it time: ");
        }

        @Test
        void that_could_not_be_read_is_only_taken_to_be_auto_tuned() {
            Diagnosis diagnosis = of(Recorded.on(LONG_FAT, 10_000)
                    .flow(blocked(20_000_000).receiver(BufferReading.ASSUMED_AUTO, 400_000)));

            assertThat(words(diagnosis)).isEqualTo("""
                    RECEIVE_WINDOW: the line stood idle 95.4 % of the time (9.5 s of 9.95 s), 96.3 % of that because \
                    the receiver's window was full: no more bytes may be under way than the receiver has announced to \
                    have room for
                    client socket 127.0.0.1:51514 could not be read: SO_RCVBUF is taken as left to the kernel -> its \
                    window had grown to 400000 of at most 16777216 when the transfer ended
                    Fix: give it time: an auto-tuned window starts small and grows with what the application reads in \
                    each round trip. Reuse connections whose window has grown, or move more bytes over each; if the \
                    application does set SO_RCVBUF, declare it with @SocketBuffers""");
        }
    }

    @Nested
    class Is_not_the_verdict {

        @Test
        void when_the_window_is_far_larger_than_what_the_path_holds() {
            Diagnosis diagnosis =
                    of(Recorded.on(LONG_FAT, 10_000).flow(blocked(6_250_000).receiver(explicit(4_194_304), 4_192_856)));

            assertThat(words(diagnosis)).isEqualTo("""
                    UNKNOWN: the line stood idle 95.4 % of the time (9.5 s of 9.95 s), it seems because of \
                    RECEIVE_WINDOW 96.3 % (the receiver's window was full)
                    but client socket 127.0.0.1:51514 has SO_RCVBUF 4194304, set explicitly: by the law of the kernel \
                    profile its window is 4192896 bytes, which is 335.4 mbit at rtt 100 ms, and the line carries 95.6 mbit: \
                    the two contradict each other
                    Fix: look at the buffers of the sockets: what is known of them here is not what was in force. If \
                    they could not be read, declare them with @SocketBuffers""");
        }

        @Test
        void while_the_line_was_busy_with_what_the_window_held() {
            Transfer transfer = Recorded.on(LONG_FAT, 10_000)
                    .flow(RecordedFlow.of(110_000_000)
                            .idle(SenderState.SLOW_START, 400)
                            .spent(SenderState.RECEIVE_WINDOW, 9500, 0)
                            .receiver(explicit(2_097_152), 2_095_704))
                    .transfer();

            assertThat(Diagnosis.of(transfer).factor()).isEqualTo(LimitingFactor.LINK);
        }

        @Test
        void when_it_explains_less_than_half_of_the_lost_time() {
            Transfer transfer = Recorded.on(LONG_FAT, 10_000)
                    .flow(RecordedFlow.of(20_000_000)
                            .idle(SenderState.RECEIVE_WINDOW, 4_000)
                            .idle(SenderState.WAITING_FOR_DATA, 3_000)
                            .idle(SenderState.SLOW_START, 2_000)
                            .receiver(explicit(65_536), 64_088))
                    .transfer();

            assertThat(Diagnosis.of(transfer).factor()).isEqualTo(LimitingFactor.UNKNOWN);
        }
    }
}
