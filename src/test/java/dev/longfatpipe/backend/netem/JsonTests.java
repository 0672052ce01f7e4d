/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonTests {

    @Test
    void values_of_every_kind_are_read() {
        assertThat(Json.parse(" [ {\"a\" : -1.5e3, \"b\":[true,false,null], \"c\":{}}, \"x\\\"y\" ] "))
                .isEqualTo(List.of(Map.of("a", -1500.0, "b", List.of(true, false, ""), "c", Map.of()), "x\"y"));
        assertThat(Json.parse("[]")).isEqualTo(List.of());
    }

    @Test
    void what_is_no_json_is_refused_where_it_begins() {
        assertThatThrownBy(() -> Json.parse("[1,}]"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no JSON at character 3 of [[1,}]]");
        assertThatThrownBy(() -> Json.parse("{\"a\":1")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Json.parse("\"a")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Json.parse("[] x")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Json.parse("")).isInstanceOf(IllegalArgumentException.class);
    }
}
