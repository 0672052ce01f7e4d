/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.longfatpipe.units.DataSize;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Windows that Linux 6.18 advertised, with the settings of {@link KernelProfile#linux618()}. */
class Linux618ReceiveWindowTests {

    private static final int MSS = 1448;

    private final KernelProfile kernel = KernelProfile.linux618();

    @Nested
    class The_law {

        private final LinuxReceiveWindow law = new LinuxReceiveWindow(WindowLaw.LINUX_6_18, kernel.sysctls(), MSS);

        @Test
        void shares_162_of_256_to_segments_of_1448_bytes_that_occupy_2280() {
            assertThat(WindowLaw.scalingRatio(1448, 2280)).isEqualTo(162);
            assertThat(WindowLaw.LINUX_6_18.truesize(1448)).isEqualTo(2280);
            assertThat(WindowLaw.LINUX_6_18.share(256_000, 1448)).isEqualTo(162_000);
        }

        @Test
        void never_has_a_ratio_of_nothing() {
            assertThat(WindowLaw.scalingRatio(1, 4096)).isEqualTo(1);
        }

        /** Single segments, no delay; the segment in hand is the last of a write of 16 KiB, 456 bytes, or of 64 KiB, 376. */
        @ParameterizedTest(name = "SO_RCVBUF {0} gives {1} while {3} bytes are in hand")
        @CsvSource({
            "  65536,   82128, 1, 456",
            " 262144,  330960, 3, 456",
            "1048576, 1326368, 5, 376",
        })
        void meets_the_measured_window_to_the_byte(long requested, long window, int scale, int payloadInHand) {
            long buffer = 2 * requested;
            long clamp = WindowLaw.LINUX_6_18.share(buffer, MSS);

            assertThat(law.advertised(buffer, clamp, WindowLaw.LINUX_6_18.truesize(payloadInHand), scale))
                    .isEqualTo(window);
        }

        @Test
        void meets_the_measured_window_of_an_auto_tuned_buffer_with_a_full_segment_in_hand() {
            long buffer = 5_623_700;

            assertThat(law.advertised(buffer, WindowLaw.LINUX_6_18.share(buffer, MSS), 2280, 10))
                    .isEqualTo(3_557_376);
        }
    }

    @Nested
    class A_buffer_that_was_set {

        @ParameterizedTest(name = "SO_RCVBUF {0} gives a window of {1}")
        @CsvSource({
            "  65536,   81502, 1",
            " 262144,  330336, 3",
            "1048576, 1325664, 5",
            "4194304, 5307008, 7",
        })
        void has_a_window_of_a_quarter_more_than_was_asked(long requested, long window, int scale) {
            ReceiveWindow of = kernel.receiveWindow(explicit(requested), MSS);

            assertThat(of.maximum()).isEqualTo(DataSize.ofBytes(window));
            assertThat(of.scale()).isEqualTo(scale);
            assertThat(of.granted()).isEqualTo(DataSize.ofBytes(requested));
            assertThat(of.capped()).isFalse();
        }

        @ParameterizedTest(name = "SO_RCVBUF {0}: {1} without delay, {2} at 100 ms")
        @CsvSource({"65536, 82128, 80480", "262144, 330960, 326240"})
        void lies_within_two_percent_of_what_was_measured(long requested, long noDelay, long atHundredMillis) {
            long window =
                    kernel.receiveWindow(explicit(requested), MSS).maximum().bytes();

            assertThat(window).isCloseTo(noDelay, withPercentage(2)).isCloseTo(atHundredMillis, withPercentage(2));
        }

        @ParameterizedTest
        @CsvSource({"16384, 15928", "65536, 65160", "262144, 65535", "1048576, 65535"})
        void begins_with_whole_segments_up_to_65535_as_was_measured_after_the_handshake(long requested, long initial) {
            assertThat(kernel.receiveWindow(explicit(requested), MSS).initial()).isEqualTo(DataSize.ofBytes(initial));
        }

        @Test
        void is_cut_to_rmem_max_in_silence() {
            ReceiveWindow of = kernel.receiveWindow(explicit(8_388_608), MSS);

            assertThat(of.capped()).isTrue();
            assertThat(of.granted()).isEqualTo(DataSize.ofMebibytes(4));
            assertThat(of.maximum()).isEqualTo(DataSize.ofBytes(5_307_008));
        }
    }

    @Nested
    class A_buffer_that_was_not_set {

        @Test
        void grows_to_the_ratio_of_tcp_rmem_max() {
            ReceiveWindow of = kernel.receiveWindow(BufferSetting.auto(), MSS);

            assertThat(of.maximum().bytes()).isCloseTo(33_554_432L * 162 / 256, withPercentage(0.01));
            assertThat(of.initial()).isEqualTo(DataSize.ofBytes(65_160));
            assertThat(of.scale()).isEqualTo(10);
            assertThat(of.granted()).isEqualTo(DataSize.ofBytes(65_536));
        }

        @Test
        void keeps_its_default_above_a_smaller_tcp_rmem_max() {
            ReceiveWindow of =
                    kernel.with("net.ipv4.tcp_rmem", "4096 131072 65536").receiveWindow(BufferSetting.auto(), MSS);

            assertThat(of.maximum()).isEqualTo(DataSize.ofBytes(81_536));
        }

        @Test
        void stops_at_65535_without_window_scaling() {
            ReceiveWindow of = kernel.with("net.ipv4.tcp_window_scaling=0").receiveWindow(BufferSetting.auto(), MSS);

            assertThat(of.maximum()).isEqualTo(DataSize.ofBytes(65_535));
            assertThat(of.scale()).isZero();
        }
    }

    private static BufferSetting explicit(long bytes) {
        return BufferSetting.explicit(DataSize.ofBytes(bytes));
    }
}
