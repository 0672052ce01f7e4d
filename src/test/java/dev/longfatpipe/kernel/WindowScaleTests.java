/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.longfatpipe.units.DataSize;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WindowScaleTests {

    @ParameterizedTest
    @CsvSource({"0, 65535", "1, 131070", "6, 4194240", "7, 8388480", "14, 1073725440"})
    void the_largest_window_is_65535_shifted_by_the_scale(int scale, long window) {
        assertThat(WindowScale.largestWindow(scale)).isEqualTo(DataSize.ofBytes(window));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 15})
    void a_scale_outside_the_protocol_is_refused(int scale) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> WindowScale.largestWindow(scale))
                .withMessage(
                        "window scale [" + scale + "] is outside 0 to 14: write 7 for windows of up to 8388480 bytes");
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "65535, 0", "65536, 1", "1250000, 5", "4194240, 6", "4194241, 7", "1073725440, 14"})
    void the_least_scale_is_the_first_that_reaches_the_window(long window, int scale) {
        assertThat(WindowScale.leastScaleFor(DataSize.ofBytes(window))).isEqualTo(scale);
    }

    @Test
    void a_window_beyond_all_scales_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> WindowScale.leastScaleFor(DataSize.ofBytes(1_073_725_441)))
                .withMessage("window [1073725441B] exceeds the largest of TCP, 1073725440 bytes at scale 14:"
                        + " spread it over several connections");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "32767, 0",
        "65535, 0",
        "65536, 1",
        "131071, 1",
        "131072, 2",
        "6291456, 7",
        "33554432, 10",
        "67108864, 11",
        "2147483647, 14"
    })
    void linux_offers_the_scale_of_the_highest_bit(long space, int scale) {
        assertThat(WindowScale.offeredFor(space)).isEqualTo(scale);
    }

    @Test
    void an_advertised_window_is_rounded_up_to_the_scale_and_stops_at_its_largest() {
        assertThat(WindowScale.advertised(1_047_128, 5)).isEqualTo(1_047_136);
        assertThat(WindowScale.advertised(64_088, 0)).isEqualTo(64_088);
        assertThat(WindowScale.advertised(70_000, 0)).isEqualTo(65_535);
    }
}
