/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.units.DataSize;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Windows that Linux 6.1.176 advertised, with the settings of {@link KernelProfile#linux61()}, to the byte. */
class Linux61ReceiveWindowTests {

    private static final int MSS = 1448;

    private final KernelProfile kernel = KernelProfile.linux61();

    @Nested
    class A_buffer_that_was_set {

        @ParameterizedTest(name = "SO_RCVBUF {0} gives a window of {1}, scale {2}")
        @CsvSource({
            "  65536,   64088, 1",
            " 262144,  260696, 3",
            " 524288,  522848, 4",
            "1048576, 1047136, 5",
            "2097152, 2095744, 6",
            "4194304, 4192896, 7",
        })
        void has_the_window_that_the_kernel_advertised(long requested, long window, int scale) {
            ReceiveWindow of = kernel.receiveWindow(explicit(requested), MSS);

            assertThat(of.maximum()).isEqualTo(DataSize.ofBytes(window));
            assertThat(of.scale()).isEqualTo(scale);
            assertThat(of.granted()).isEqualTo(DataSize.ofBytes(requested));
            assertThat(of.capped()).isFalse();
        }

        @Test
        void so_small_that_its_scale_is_0_has_a_window_of_whole_segments() {
            ReceiveWindow of = kernel.receiveWindow(explicit(16_384), MSS);

            assertThat(of.scale()).isZero();
            assertThat(of.maximum()).isEqualTo(DataSize.ofBytes(10 * MSS));
        }

        @Test
        void never_offers_more_at_first_than_it_will_keep_up() {
            assertThat(kernel.receiveWindow(explicit(65_536), MSS).initial()).isEqualTo(DataSize.ofBytes(64_088));
        }

        @Test
        void is_cut_to_rmem_max_in_silence() {
            ReceiveWindow of = kernel.with("net.core.rmem_max", "212992").receiveWindow(explicit(4_194_304), MSS);

            assertThat(of.capped()).isTrue();
            assertThat(of.granted()).isEqualTo(DataSize.ofBytes(212_992));
            assertThat(of.maximum()).isEqualTo(DataSize.ofBytes(211_544));
        }

        @Test
        void of_exactly_rmem_max_is_not_called_capped() {
            ReceiveWindow of = kernel.with("net.core.rmem_max", "212992").receiveWindow(explicit(212_992), MSS);

            assertThat(of.capped()).isFalse();
        }

        @Test
        void stands_above_a_small_tcp_rmem_max() {
            ReceiveWindow of =
                    kernel.with("net.ipv4.tcp_rmem", "4096 131072 65536").receiveWindow(explicit(4_194_304), MSS);

            assertThat(of.maximum()).isEqualTo(DataSize.ofBytes(4_192_896));
        }

        @Test
        void has_the_least_buffer_of_all_sockets_however_little_was_asked() {
            ReceiveWindow of = kernel.receiveWindow(explicit(1), MSS);

            assertThat(of.granted()).isEqualTo(DataSize.ofBytes(1152));
            assertThat(of.maximum()).isLessThanOrEqualTo(DataSize.ofBytes(1152));
            assertThat(of.capped()).isFalse();
        }

        @Test
        void may_ask_for_more_than_an_int_holds() {
            ReceiveWindow of =
                    kernel.with("net.core.rmem_max", "2147483647").receiveWindow(explicit(10_000_000_000L), MSS);

            assertThat(of.capped()).isTrue();
            assertThat(of.granted()).isEqualTo(DataSize.ofBytes(Integer.MAX_VALUE / 2));
            assertThat(of.scale()).isEqualTo(14);
        }
    }

    @Nested
    class A_buffer_that_was_not_set {

        @Test
        void grows_to_a_window_of_half_of_tcp_rmem_max() {
            ReceiveWindow of = kernel.receiveWindow(BufferSetting.auto(), MSS);

            assertThat(of.maximum()).isEqualTo(DataSize.ofMebibytes(16));
            assertThat(of.initial()).isEqualTo(DataSize.ofBytes(45 * MSS));
            assertThat(of.granted()).isEqualTo(DataSize.ofBytes(65_536));
            assertThat(of.scale()).isEqualTo(11);
            assertThat(of.capped()).isFalse();
        }

        @Test
        void has_a_window_of_262144_where_production_limits_tcp_rmem_to_512_KiB() {
            assertThat(auto("4096 131072 524288").maximum()).isEqualTo(DataSize.ofBytes(262_144));
        }

        @Test
        void keeps_the_default_of_131072_above_a_smaller_tcp_rmem_max() {
            assertThat(auto("4096 131072 65536").maximum()).isEqualTo(DataSize.ofBytes(65_536));
        }

        @Test
        void shrinks_with_the_default_itself() {
            assertThat(auto("4096 65536 65536").maximum()).isEqualTo(DataSize.ofBytes(32_768));
        }

        @Test
        void is_not_bounded_by_rmem_max() {
            ReceiveWindow of = kernel.with("net.core.rmem_max", "4194304").receiveWindow(BufferSetting.auto(), MSS);

            assertThat(of.maximum()).isEqualTo(DataSize.ofKibibytes(16_383));
            assertThat(of.scale()).isEqualTo(10);
        }

        @Test
        void falls_short_of_half_by_the_segment_in_hand_where_the_scale_is_fine_enough_to_show_it() {
            ReceiveWindow of = kernel.with("net.core.rmem_max", "212992")
                    .with("net.ipv4.tcp_rmem", "4096 131072 524288")
                    .receiveWindow(BufferSetting.auto(), MSS);

            // (524288 - 2728) / 2 = 260780, up to a multiple of 16
            assertThat(of.scale()).isEqualTo(4);
            assertThat(of.maximum()).isEqualTo(DataSize.ofBytes(260_784));
        }

        private ReceiveWindow auto(String tcpRmem) {
            return kernel.with("net.ipv4.tcp_rmem", tcpRmem).receiveWindow(BufferSetting.auto(), MSS);
        }
    }

    @Nested
    class Without_window_scaling {

        private final KernelProfile unscaled = kernel.with("net.ipv4.tcp_window_scaling", "0");

        @Test
        void an_auto_tuned_window_stops_at_65535() {
            ReceiveWindow of = unscaled.receiveWindow(BufferSetting.auto(), MSS);

            assertThat(of.maximum()).isEqualTo(DataSize.ofBytes(65_535));
            assertThat(of.scale()).isZero();
        }

        @ParameterizedTest
        @CsvSource({"1048576", "4194304"})
        void a_large_buffer_makes_no_difference(long requested) {
            ReceiveWindow of = unscaled.receiveWindow(explicit(requested), MSS);

            assertThat(of.maximum()).isEqualTo(DataSize.ofBytes(65_535));
            assertThat(of.granted()).isEqualTo(DataSize.ofBytes(requested));
        }

        @Test
        void a_small_window_is_one_of_whole_segments() {
            assertThat(unscaled.receiveWindow(explicit(32_768), MSS).maximum()).isEqualTo(DataSize.ofBytes(21 * MSS));
        }
    }

    private static BufferSetting explicit(long bytes) {
        return BufferSetting.explicit(DataSize.ofBytes(bytes));
    }
}
