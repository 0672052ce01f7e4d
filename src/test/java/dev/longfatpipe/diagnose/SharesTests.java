/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SharesTests {

    @ParameterizedTest
    @CsvSource({
        "0, 0 %",
        "0.00001, 0.001 %",
        "0.00093584, 0.094 %",
        "0.0099, 0.99 %",
        "0.01, 1 %",
        "0.0539, 5.3 %",
        "0.9999, 99.9 %",
        "1, 100 %"
    })
    void are_rounded_down_to_what_people_read(double share, String text) {
        assertThat(Shares.text(share)).isEqualTo(text);
    }

    @Test
    void of_nothing_are_nothing() {
        assertThat(Shares.of(Duration.ofMillis(1), Duration.ZERO)).isZero();
        assertThat(Shares.of(1, 0)).isZero();
    }

    @Test
    void are_parts_of_a_whole() {
        assertThat(Shares.of(Duration.ofMillis(1), Duration.ofMillis(4))).isEqualTo(0.25);
        assertThat(Shares.of(1, 4)).isEqualTo(0.25);
    }
}
