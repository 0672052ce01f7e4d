/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.longfatpipe.units.DataSize;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SendCapacityTests {

    private static final int MSS = 1448;

    @Nested
    class On_linux_6_1 {

        private final KernelProfile kernel = KernelProfile.linux61();

        @ParameterizedTest
        @CsvSource({"16384, 13", "65536, 49", "1048576, 769"})
        void a_segment_is_charged_2728_bytes_of_twice_the_request(long requested, long segments) {
            SendCapacity of = kernel.sendCapacity(explicit(requested), MSS);

            assertThat(of.capacity()).isEqualTo(DataSize.ofBytes(segments * MSS));
            assertThat(of.granted()).isEqualTo(DataSize.ofBytes(requested));
            assertThat(of.capped()).isFalse();
        }

        @Test
        void a_large_buffer_holds_1_06_of_the_request() {
            SendCapacity of = kernel.sendCapacity(explicit(1_048_576), MSS);

            assertThat((double) of.capacity().bytes()).isCloseTo(1.0616 * 1_048_576, withPercentage(0.1));
        }

        /** goodput x rtt at 100 mbit and 100 ms. */
        @ParameterizedTest
        @CsvSource({"65536, 53928", "1048576, 755711"})
        void the_bytes_in_flight_that_were_measured_lie_between_the_wake_up_and_the_capacity(
                long requested, long measured) {
            SendCapacity of = kernel.sendCapacity(explicit(requested), MSS);

            assertThat(DataSize.ofBytes(measured)).isBetween(of.writerResumesAt(), of.capacity());
        }

        @Test
        void an_untouched_buffer_grows_to_tcp_wmem_max() {
            SendCapacity of = kernel.sendCapacity(BufferSetting.auto(), MSS);

            assertThat(of.capacity()).isEqualTo(DataSize.ofBytes(12_301L * MSS));
            assertThat(of.granted()).isEqualTo(DataSize.ofBytes(8_192));
            assertThat(of.capped()).isFalse();
        }

        @Test
        void an_untouched_buffer_does_not_shrink_to_a_smaller_tcp_wmem_max() {
            SendCapacity of =
                    kernel.with("net.ipv4.tcp_wmem", "4096 16384 4096").sendCapacity(BufferSetting.auto(), MSS);

            assertThat(of.capacity()).isEqualTo(DataSize.ofBytes(7 * MSS));
        }

        @Test
        void wmem_max_cuts_a_request_in_silence() {
            SendCapacity of = kernel.with("net.core.wmem_max", "212992").sendCapacity(explicit(4_194_304), MSS);

            assertThat(of.capped()).isTrue();
            assertThat(of.granted()).isEqualTo(DataSize.ofBytes(212_992));
            assertThat(of.capacity()).isEqualTo(DataSize.ofBytes(157 * MSS));
        }

        @Test
        void wmem_max_does_not_bound_an_untouched_buffer() {
            assertThat(kernel.with("net.core.wmem_max", "212992").sendCapacity(BufferSetting.auto(), MSS))
                    .isEqualTo(kernel.sendCapacity(BufferSetting.auto(), MSS));
        }

        @Test
        void every_socket_has_4608_bytes_however_little_was_asked() {
            SendCapacity of = kernel.sendCapacity(explicit(1), MSS);

            assertThat(of.granted()).isEqualTo(DataSize.ofBytes(2304));
            assertThat(of.capacity()).isEqualTo(DataSize.ofBytes(2 * MSS));
        }
    }

    @Nested
    class On_linux_6_18 {

        private final KernelProfile kernel = KernelProfile.linux618();

        /** 58 segments: 132,240 bytes of memory were in use in the buffer of 131,072. */
        @ParameterizedTest
        @CsvSource({"65536, 58", "262144, 230", "1048576, 920"})
        void a_segment_is_charged_2280_bytes_of_twice_the_request(long requested, long segments) {
            SendCapacity of = kernel.sendCapacity(explicit(requested), MSS);

            assertThat(of.capacity()).isEqualTo(DataSize.ofBytes(segments * MSS));
        }

        @Test
        void a_large_buffer_holds_1_27_of_the_request() {
            SendCapacity of = kernel.sendCapacity(explicit(1_048_576), MSS);

            assertThat((double) of.capacity().bytes()).isCloseTo(1.27 * 1_048_576, withPercentage(0.1));
        }

        /** Measured through a TUN path of 100 ms: 1.157 and 0.975 of the request. */
        @ParameterizedTest
        @CsvSource({"65536, 75876", "262144, 255591"})
        void the_bytes_in_flight_that_were_measured_lie_between_the_wake_up_and_the_capacity(
                long requested, long measured) {
            SendCapacity of = kernel.sendCapacity(explicit(requested), MSS);

            assertThat(DataSize.ofBytes(measured)).isBetween(of.writerResumesAt(), of.capacity());
        }
    }

    private static BufferSetting explicit(long bytes) {
        return BufferSetting.explicit(DataSize.ofBytes(bytes));
    }
}
