/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.safety;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.longfatpipe.safety.Fuzz.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** A net has to hold: the same inputs every time, and each kind of fault is caught and named. */
@ResourceLock(Resources.LOCALE)
class FuzzTests {

    private static final List<String> VALID = List.of("100 mbit", "in II");
    private static final int COUNT = 5_000;

    private static Fuzz<String> fuzz(Function<String, Outcome> parser) {
        return Fuzz.texts("example", VALID, 100, parser);
    }

    private static List<String> inputs(long seed) throws InterruptedException {
        List<String> inputs = new ArrayList<>();
        fuzz(input -> {
                    inputs.add(input);
                    return new Outcome(true, input);
                })
                .run(seed, 0, COUNT);
        return inputs;
    }

    @Test
    void a_seed_gives_the_same_inputs_every_time_and_another_seed_gives_others() throws InterruptedException {
        List<String> inputs = inputs(1);
        assertThat(inputs(1)).isEqualTo(inputs);
        assertThat(inputs(2)).isNotEqualTo(inputs);
        assertThat(inputs).contains("100 mbit").anyMatch(text -> text.length() >= 10_000);
        assertThat(inputs.stream().distinct().count()).isGreaterThan(COUNT / 3);
    }

    @Test
    void a_failure_names_the_seed_and_the_number_and_comes_again_at_once() {
        Fuzz<String> fuzz = fuzz(input -> {
            if (input.contains("%")) {
                throw new IllegalStateException("a bug");
            }
            return new Outcome(true, input);
        });
        String message = messageOf(() -> fuzz.run(7, 0, COUNT));
        Matcher number = Pattern.compile("fuzz of example, seed 7, input (\\d+) of length \\d+: \".*%.*\"\\R"
                        + "again with -Dlongfatpipe.fuzz.seed=7 -Dlongfatpipe.fuzz.first=\\1\\R"
                        + "java.lang.IllegalStateException: a bug")
                .matcher(message);
        assertThat(number.matches()).as(message).isTrue();
        assertThat(messageOf(() -> fuzz.run(7, Long.parseLong(number.group(1)), 1)))
                .isEqualTo(message);
    }

    @Test
    void what_depends_on_the_locale_is_caught() {
        assertThatThrownBy(() -> fuzz(input -> new Outcome(true, input.toLowerCase(Locale.getDefault())))
                        .run(1, 0, COUNT))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("but in Turkish");
        assertThatCode(() -> fuzz(input -> new Outcome(true, input.toLowerCase(Locale.ROOT)))
                        .run(1, 0, 500))
                .doesNotThrowAnyException();
    }

    @Test
    void what_takes_memory_or_time_out_of_proportion_is_caught() {
        assertThat(messageOf(() -> fuzz(input -> new Outcome(true, new byte[1 << 20].length))
                        .run(1, 0, COUNT)))
                .contains("bytes of memory");
        assertThat(messageOf(() -> fuzz(input -> {
                            long end = System.nanoTime() + 2_000_000_000L;
                            long turns = 0;
                            while (System.nanoTime() < end) {
                                turns++;
                            }
                            return new Outcome(turns > 0, input);
                        })
                        .run(1, 0, COUNT)))
                .contains("ms of processor time");
    }

    @Test
    void a_text_that_is_not_read_as_it_was_written_is_caught() {
        assertThat(messageOf(() ->
                        fuzz(Parsers.exact(String::strip, text -> text + "x")).run(1, 0, COUNT)))
                .contains("but its text [");
    }

    @Test
    void a_refusal_without_brackets_or_remedy_or_by_another_exception_is_caught() {
        assertThat(messageOf(() -> fuzz(Parsers.exact(FuzzTests::refuse)).run(1, 0, COUNT)))
                .contains("is refused without what was received in brackets");
        assertThat(messageOf(() -> fuzz(Parsers.exact(Integer::parseInt)).run(1, 0, COUNT)))
                .contains("is refused by java.lang.NumberFormatException");
    }

    private static String refuse(String text) {
        throw new IllegalArgumentException(text.length() + " characters are wrong: write fewer");
    }

    private interface Run {
        void run() throws InterruptedException;
    }

    private static String messageOf(Run run) {
        try {
            run.run();
        } catch (AssertionError e) {
            return String.valueOf(e.getMessage());
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        throw new IllegalStateException("nothing was caught");
    }
}
