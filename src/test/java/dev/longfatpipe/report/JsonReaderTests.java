/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonReaderTests {

    @Test
    void reads_what_others_write() {
        assertThat(JsonReader.object(
                        " {\"a\" : [ 1.50e2 , null, false ] , \"\\u0062\\/\":{ \"c\": \"\\uD83D\\ude00\\b\\f\" },"
                                + " \"n\": null }\n"))
                .isEqualTo(Map.of(
                        "a", Arrays.asList(new BigDecimal("1.50e2"), null, false),
                        "b/", Map.of("c", "😀\b\f")));
    }

    @Test
    void says_where_a_text_is_no_json() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JsonReader.object("{\"a\":[1,2"))
                .withMessage("JSON at character 9 has [] where more must be");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JsonReader.object("{\"a\":nul}"))
                .withMessage("JSON at character 5 has [nul}] where a value must be");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{",
                "{}x",
                "{\"a\"}",
                "{\"a\":1,}",
                "{a:1}",
                "{\"a\":\"\\x\"}",
                "{\"a\":\"\\u12g4\"}",
                "{\"a\":-}",
                "{\"a\":1 2}",
                "{\"a\":\"\n\"}"
            })
    void refuses(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> JsonReader.object(text));
    }

    @Test
    void refuses_what_would_overflow_the_stack() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JsonReader.object("{\"a\":" + "[".repeat(100_000)))
                .withMessageEndingWith("where at most 64 levels must be");
    }
}
