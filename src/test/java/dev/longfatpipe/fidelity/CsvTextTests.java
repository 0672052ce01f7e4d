/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.fidelity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvTextTests {

    private static List<List<String>> fields(String text) {
        return CsvText.parse(text).stream().map(CsvText.Row::fields).toList();
    }

    @Nested
    class Parse {

        @Test
        void splits_at_commas_and_line_ends() {
            assertThat(fields("a,b\nc,d\n")).containsExactly(List.of("a", "b"), List.of("c", "d"));
        }

        @ParameterizedTest
        @ValueSource(strings = {"a\nb", "a\r\nb", "a\rb", "a\nb\n", "a\n\n\nb\r\n\r\n"})
        void takes_any_line_end_and_leaves_blank_lines_out(String text) {
            assertThat(fields(text)).containsExactly(List.of("a"), List.of("b"));
        }

        @Test
        void keeps_empty_fields() {
            assertThat(fields(",a,,\n,")).containsExactly(List.of("", "a", "", ""), List.of("", ""));
        }

        @Test
        void takes_commas_quotes_and_line_ends_in_quotes_as_they_are() {
            assertThat(fields("\"a,b\",\"say \"\"x\"\"\",\"two\nlines\"\nz"))
                    .containsExactly(List.of("a,b", "say \"x\"", "two\nlines"), List.of("z"));
        }

        @Test
        void does_without_a_byte_order_mark() {
            assertThat(fields("\uFEFFa,b")).containsExactly(List.of("a", "b"));
        }

        @Test
        void numbers_records_by_the_line_on_which_they_begin() {
            assertThat(CsvText.parse("a\n\n\"b\nc\"\nd").stream().map(CsvText.Row::line))
                    .containsExactly(1, 3, 5);
        }

        @Test
        void finds_nothing_in_nothing() {
            assertThat(fields("")).isEmpty();
            assertThat(fields(" \n\n")).isEmpty();
        }

        @Test
        void refuses_a_quote_that_is_never_closed() {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> CsvText.parse("a\nb,\"c\nd"))
                    .withMessage("quote in line [2] is never closed: write a second \"");
        }
    }

    @Nested
    class Line {

        @Test
        void quotes_only_what_needs_it() {
            assertThat(CsvText.line(List.of("a b", "c,d", "e\"f", ""))).isEqualTo("a b,\"c,d\",\"e\"\"f\",");
        }

        @Test
        void reads_back_as_it_was() {
            List<String> odd = List.of("", "a,b", "\"", "x\ny", " z ");

            assertThat(fields(CsvText.line(odd))).containsExactly(odd);
        }
    }
}
