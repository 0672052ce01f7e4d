/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class NamedPathTests {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            lan                     | rtt 200 us, rate 1 gbit, queue 1bdp
            transatlantic           | rtt 78 ms, rate 1 gbit, queue 1bdp
            transpacific            | rtt 100 ms, rate 1 gbit, queue 1bdp
            cross-region-us         | rtt 69 ms, rate 1 gbit, queue 1bdp
            cross-region-eu-asia    | rtt 159 ms, rate 1 gbit, queue 1bdp
            geostationary-satellite | rtt 600 ms, rate 3 mbit up / 20 mbit down, queue 1bdp
            leo-satellite           | rtt 40 ms, rate 15 mbit up / 105 mbit down, queue 1bdp, jitter 10 ms
            3g                      | rtt 300 ms, rate 768 kbit up / 1.6 mbit down, queue 1bdp
            lte                     | rtt 70 ms, rate 12 mbit, queue 1bdp
            5g                      | rtt 30 ms, rate 50 mbit up / 100 mbit down, queue 1bdp
            adsl                    | rtt 40 ms, rate 1 mbit up / 8 mbit down, queue 1bdp
            """)
    void every_preset_has_the_values_of_its_source(String id, String path) {
        assertThat(Path.named(id)).hasToString(id + ": " + path);
    }

    @ParameterizedTest
    @EnumSource
    void every_preset_is_found_by_its_id_in_any_case(NamedPath preset) {
        assertThat(NamedPath.of(preset.id())).isSameAs(preset);
        assertThat(preset.path().name()).isEqualTo(preset.id());
    }

    @ParameterizedTest
    @EnumSource
    void every_preset_stands_in_the_documentation(NamedPath preset) {
        assertThat(java.nio.file.Path.of("docs/paths.md")).content().contains("\n| `" + preset.id() + "` | ");
    }

    @Test
    void the_case_and_space_around_do_not_matter() {
        assertThat(Path.named(" Transatlantic ")).isEqualTo(NamedPath.TRANSATLANTIC.path());
    }

    @Test
    void an_unknown_name_is_refused_with_all_that_exist() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Path.named("interplanetary"))
                .withMessage("path [interplanetary] is no named path: write one of lan, transatlantic, transpacific,"
                        + " cross-region-us, cross-region-eu-asia, geostationary-satellite, leo-satellite, 3g, lte, 5g,"
                        + " adsl");
    }
}
