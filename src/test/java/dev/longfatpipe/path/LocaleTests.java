/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

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

    @ParameterizedTest
    @ValueSource(strings = {"tr-TR", "de-DE", "ar-EG-u-nu-arab"})
    void paths_are_read_and_written_the_same_everywhere(String locale) {
        Locale.setDefault(Locale.forLanguageTag(locale));

        assertThat(Path.named("GEOSTATIONARY-SATELLITE")).isEqualTo(NamedPath.GEOSTATIONARY_SATELLITE.path());
        assertThat(LossModel.parse("GILBERT-ELLIOTT P=1% R=25%")).hasToString("gilbert-elliott p=1% r=25%");
        assertThat(Queue.parse("2 MIN")).hasToString("120s");
        assertThat(Path.builder().rtt("1.5ms").mtu(9000).build()).hasToString("rtt 1.5 ms, rate unlimited, mtu 9000");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Path.builder().mtu(1))
                .withMessage("mtu [1] is no MTU: write 576 to 65535, in bytes; 1500 is Ethernet's");
    }
}
