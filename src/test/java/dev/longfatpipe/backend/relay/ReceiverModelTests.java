/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.kernel.BufferSetting;
import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.units.DataSize;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ReceiverModelTests {

    private static final int SEGMENT = 1448;
    private static final long MILLI = 1_000_000L;
    private static final long RTT = 100 * MILLI;
    private static final long START = 8_000_000 * MILLI;
    private static final KernelProfile KERNEL = KernelProfile.linux61();

    private static ReceiverModel explicit(long bytes) {
        return new ReceiverModel(KERNEL, BufferSetting.explicit(DataSize.ofBytes(bytes)), SEGMENT);
    }

    private static ReceiverModel auto() {
        return new ReceiverModel(KERNEL, BufferSetting.auto(), SEGMENT);
    }

    @Nested
    class Explicit {

        @Test
        void the_window_is_that_of_the_law_from_the_start() {
            // truth/linux-6.1-netem.csv: snd_wnd for SO_RCVBUF 65536, 262144, 1 MiB, 2 MiB, 4 MiB
            assertThat(explicit(65_536).window()).isEqualTo(64_088);
            assertThat(explicit(262_144).window()).isEqualTo(260_696);
            assertThat(explicit(1_048_576).window()).isEqualTo(1_047_136);
            assertThat(explicit(2_097_152).window()).isEqualTo(2_095_744);
            assertThat(explicit(4_194_304).window()).isEqualTo(4_192_896);
        }

        @Test
        void it_never_grows() {
            ReceiverModel receiver = explicit(65_536);
            for (int i = 0; i < 1_000; i++) {
                receiver.onCopied(1 << 20, START + i * RTT, RTT);
            }
            assertThat(receiver.window()).isEqualTo(64_088);
        }
    }

    @Nested
    class Automatic {

        @Test
        void it_begins_with_an_unscaled_window() {
            assertThat(auto().window()).isEqualTo(45L * SEGMENT);
            assertThat(auto().scale()).isEqualTo(11);
        }

        @Test
        void it_does_not_grow_before_a_round_trip_has_passed() {
            ReceiverModel receiver = auto();
            receiver.onCopied(100L * SEGMENT, START, RTT);
            receiver.onCopied(100L * SEGMENT, START + RTT - 1, RTT);
            assertThat(receiver.window()).isEqualTo(45L * SEGMENT);
        }

        @Test
        void it_becomes_twice_what_was_taken_in_a_round_trip_and_more_while_that_grows() {
            ReceiverModel receiver = auto();
            receiver.onCopied(10L * SEGMENT, START, RTT);
            receiver.onCopied(10L * SEGMENT, START + RTT, RTT);
            // tcp_rcv_space_adjust: (2 x 20 + 16) segments, and twice the share by which 20 exceeds 10
            assertThat(receiver.window()).isEqualTo((56L + 2 * 56) * SEGMENT);
        }

        @Test
        void a_rate_that_does_not_grow_leaves_it_alone() {
            ReceiverModel receiver = auto();
            receiver.onCopied(20L * SEGMENT, START, RTT);
            receiver.onCopied(0, START + RTT, RTT);
            long window = receiver.window();
            for (int i = 2; i < 100; i++) {
                receiver.onCopied(20L * SEGMENT, START + i * RTT, RTT);
            }
            assertThat(receiver.window()).isEqualTo(window);
        }

        @Test
        void it_grows_to_the_share_of_tcp_rmem_and_no_further() {
            ReceiverModel receiver = auto();
            long copied = 20L * SEGMENT;
            for (int i = 0; i < 40; i++) {
                receiver.onCopied(copied, START + i * RTT, RTT);
                copied = Math.min(copied * 2, 1L << 40);
            }
            long largest = KERNEL.receiveWindow(BufferSetting.auto(), SEGMENT)
                    .maximum()
                    .bytes();
            assertThat(receiver.window()).isEqualTo(largest);
            assertThat(largest).isBetween(16_000_000L, 16_777_216L);
        }

        @Test
        void a_small_tcp_rmem_leaves_the_first_window() {
            KernelProfile small = KERNEL.with("net.ipv4.tcp_rmem", "4096 131072 65536");
            ReceiverModel receiver = new ReceiverModel(small, BufferSetting.auto(), SEGMENT);
            for (int i = 0; i < 40; i++) {
                receiver.onCopied(1L << 30, START + i * RTT, RTT);
            }
            assertThat(receiver.window()).isBetween(64_000L, 65_536L);
        }

        @Test
        void it_doubles_fast_enough_for_slow_start() {
            // a sender in slow start delivers 10, 20, 40 … segments in its round trips
            ReceiverModel receiver = auto();
            long copied = 10;
            for (int i = 0; i < 12; i++) {
                receiver.onCopied(copied * SEGMENT, START + i * RTT, RTT);
                copied *= 2;
                assertThat(receiver.window())
                        .as("round trip %d", i)
                        .isGreaterThanOrEqualTo(Math.min(copied, 45) * SEGMENT);
            }
        }
    }

    @Nested
    class Readings {

        @Test
        void an_explicit_buffer_replaces_what_was_assumed() {
            ReceiverModel receiver = auto();
            receiver.apply(KERNEL, BufferSetting.explicit(DataSize.ofKibibytes(16)));
            assertThat(receiver.window()).isLessThan(16_384).isGreaterThan(14_000);
            receiver.onCopied(1L << 30, START, RTT);
            receiver.onCopied(1L << 30, START + RTT, RTT);
            assertThat(receiver.window()).isLessThan(16_384);
        }

        @Test
        void a_window_that_has_grown_is_not_taken_back_by_another_reading() {
            ReceiverModel receiver = auto();
            receiver.onCopied(1L << 20, START, RTT);
            receiver.onCopied(1L << 20, START + RTT, RTT);
            long grown = receiver.window();
            receiver.apply(KERNEL, BufferSetting.auto());
            assertThat(receiver.window()).isEqualTo(grown);
        }
    }
}
