/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.units;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The default locale of the machine must not change what is read or written. */
@ResourceLock(Resources.LOCALE)
class LocaleTests {

    private final Locale before = Locale.getDefault();

    @AfterEach
    void restore() {
        Locale.setDefault(before);
    }

    /** Turkish maps I to a dotless i, German writes a decimal comma, this Arabic and Hindi have digits of their own. */
    @ParameterizedTest
    @ValueSource(strings = {"tr-TR", "de-DE", "ar-EG-u-nu-arab", "hi-IN-u-nu-deva", "lt-LT"})
    void values_are_read_and_written_the_same_everywhere(String locale) {
        Locale.setDefault(Locale.forLanguageTag(locale));

        assertThat(DataRate.parse("100 MBIT/S")).hasToString("100mbit");
        assertThat(DataRate.parse("12.5MiB/s").describe()).isEqualTo("104.9 mbit");
        assertThat(DataSize.parse("64 KIB")).hasToString("64KiB");
        assertThat(DataSize.ofBytes(1_250_000).describe()).isEqualTo("1.25 MB");
        assertThat(DurationText.parse("2 MIN")).isEqualTo(Duration.ofMinutes(2));
        assertThat(DurationText.describe(Duration.ofNanos(100_400_000))).isEqualTo("100.4 ms");
        assertThat(Loss.parse("0.1%")).hasToString("0.1%");
        assertThat(Utilisation.parse("79.5%").describe()).isEqualTo("79.5 %");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DataRate.parse("100MIB/S"))
                .withMessage("rate [100MIB/S] has an unknown unit [MIB/S]: write \"100MiB/s\" for bytes per second");
    }
}
