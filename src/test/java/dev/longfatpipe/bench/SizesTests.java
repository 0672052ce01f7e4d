/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class SizesTests {

    private static Sizes sizes(String name, String value) {
        Properties properties = new Properties();
        properties.setProperty("longfatpipe.bench." + name, value);
        return Sizes.of(properties);
    }

    @Test
    void everything_is_run_at_full_size_by_default() {
        Sizes sizes = Sizes.of(new Properties());
        assertThat(sizes.seconds()).isEqualTo(5);
        assertThat(sizes.repeats()).isEqualTo(3);
        assertThat(sizes.connections()).containsExactly(1, 100, 1000, 5000);
        assertThat(sizes.includes("anything")).isTrue();
        assertThat(sizes.docs()).isFalse();
        assertThat(sizes.require()).isFalse();
    }

    @Test
    void an_empty_property_is_none() {
        assertThat(sizes("only", "  ").includes("rtt")).isTrue();
    }

    @Test
    void some_benchmarks_are_chosen_by_name() {
        Sizes sizes = sizes("only", "rtt, rate");
        assertThat(List.of("rtt", "rate", "throughput"))
                .filteredOn(sizes::includes)
                .containsExactly("rtt", "rate");
    }

    @Test
    void a_size_that_is_no_number_is_refused() {
        for (String value : List.of("0", "-1", "many", "Infinity")) {
            assertThatThrownBy(() -> sizes("seconds", value))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("longfatpipe.bench.seconds [" + value + "] is no number above 0");
        }
        assertThatThrownBy(() -> sizes("connections", "1,x"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("longfatpipe.bench.connections [x] is no number above 0");
        assertThatThrownBy(() -> sizes("repeats", "0.5"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("longfatpipe.bench.repeats [0.5] is no whole number above 0");
    }
}
