/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.units;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A text of any length is refused at once: reading a number, or lower-casing, may take the square of its length. */
class LongTextTests {

    private interface Parser {
        Object parse(String text);
    }

    static Stream<Arguments> parsers() {
        return Stream.of(
                Arguments.of("rate", (Parser) DataRate::parse, "\"100mbit\" (or \"12.5MB/s\")"),
                Arguments.of("size", (Parser) DataSize::parse, "\"64KiB\" (or \"1.25MB\")"),
                Arguments.of("duration", (Parser) DurationText::parse, "\"100ms\""),
                Arguments.of("loss", (Parser) Loss::parse, "\"0.1%\""),
                Arguments.of("utilisation", (Parser) Utilisation::parse, "\"80%\""));
    }

    @Timeout(10)
    @ParameterizedTest
    @MethodSource("parsers")
    void is_refused_with_what_to_write_instead(String subject, Parser parser, String instead) {
        for (String text : new String[] {"1".repeat(101), "1".repeat(1_000_000), "1" + "\u0130b".repeat(500_000)}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> parser.parse(text))
                    .withMessage(subject + " [" + text + "] is longer than 100 characters: write " + instead);
        }
    }

    @Test
    void a_hundred_characters_and_white_space_around_them_are_read() {
        String text = "0".repeat(92) + "100 mbit";
        assertThat(DataRate.parse(" ".repeat(1_000) + text + " ")).hasToString("100mbit");
    }
}
