/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class JsonTextTests {

    @Test
    void members_stand_in_their_order_without_those_that_are_not_known() {
        Map<String, Object> map = new Members()
                .put("b", 1L)
                .put("a", null)
                .put("c", List.of())
                .put("d", true)
                .map();

        assertThat(JsonText.of(map)).isEqualTo("{\"b\":1,\"c\":[],\"d\":true}");
        assertThat(JsonText.of(Arrays.asList(1, null, "x"))).isEqualTo("[1,null,\"x\"]");
    }

    @Test
    void numbers_are_exact_in_every_locale() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG"));
            assertThat(JsonText.of(List.of(Long.MAX_VALUE, 0.001, 1e21, -0.0, new BigDecimal("95.60"))))
                    .isEqualTo("[9223372036854775807,0.001,1000000000000000000000,0,95.60]");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void no_text_ends_a_script_or_breaks_a_line() {
        assertThat(JsonText.of("</script><!-- \"\\ \n\r\t\b\u2028\u2029\u007f é 😀 \ud83d"))
                .isEqualTo("\"\\u003c/script>\\u003c!-- \\\"\\\\ \\n\\r\\t\\u0008\\u2028\\u2029\\u007f é 😀 \\ud83d\"");
    }

    @Test
    void what_json_has_no_form_for_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JsonText.of(Double.NaN))
                .withMessage("[NaN] is no number of JSON: leave it out");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JsonText.of(Locale.ROOT))
                .withMessage("[java.util.Locale] has no form in JSON: give a map, a list, a text, a number or a"
                        + " truth value");
    }

    @Test
    void what_was_written_is_read_as_it_was() {
        Random random = new Random(7);
        for (int i = 0; i < 5_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int j = random.nextInt(20); j > 0; j--) {
                text.append((char) (random.nextInt(4) == 0 ? random.nextInt(0x10000) : random.nextInt(0x80)));
            }
            Map<String, Object> map = new LinkedHashMap<>();
            map.put(text.toString(), List.of(text.toString(), new BigDecimal(random.nextLong()), true));

            assertThat(JsonReader.object(JsonText.of(map))).isEqualTo(map);
        }
    }
}
