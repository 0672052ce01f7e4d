/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.longfatpipe.Pipe;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MisspeltSettingsTests {

    @ParameterizedTest
    @CsvSource({
        "longfatpipe.bakcend, longfatpipe.backend",
        "longfatpipe.backends, longfatpipe.backend",
        "longfatpipe.Backend, longfatpipe.backend",
        "longfatpipe.kernal, longfatpipe.kernel",
        "longfatpipe.requires, longfatpipe.require",
        "longfatpipe.verdict, longfatpipe.verdicts",
        "longfatpipe.basline, longfatpipe.baseline",
        "longfatpipe.baseline.foldre, longfatpipe.baseline.folder",
        "longfatpipe.inconlusive, longfatpipe.inconclusive",
    })
    void are_refused_with_what_to_write(String property, String setting) {
        assertThatExceptionOfType(ExtensionConfigurationException.class)
                .isThrownBy(() -> MisspeltSettings.refuse(Set.of("user.dir", property)))
                .withMessage("system property [" + property + "] is no setting: write \"" + setting + "\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"longfatpipe.backend", "longfatpipe.tun.device", "longfatpipe.truth", "longfatpipes.backend"})
    void are_not_seen_in_other_names(String property) {
        assertThatCode(() -> MisspeltSettings.refuse(Set.of(property))).doesNotThrowAnyException();
    }

    @Test
    void are_looked_for_in_every_run() {
        System.setProperty("longfatpipe.sed", "1");
        try {
            assertThatExceptionOfType(ExtensionConfigurationException.class)
                    .isThrownBy(() -> {
                        throw Run.of(Plain.class, "longfatpipe.backend=fake").failure();
                    })
                    .withMessage("system property [longfatpipe.sed] is no setting: write \"longfatpipe.seed\"");
        } finally {
            System.clearProperty("longfatpipe.sed");
        }
    }

    @LongFatPipe(rtt = "10ms")
    static class Plain {

        @Test
        void test(Pipe pipe) {
            pipe.to(Server.ADDRESS);
        }
    }
}
