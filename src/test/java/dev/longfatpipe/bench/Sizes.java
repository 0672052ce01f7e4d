/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.bench;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How much is run, from the system properties of {@code docs/benchmarks.md}.
 *
 * @param seconds for how long a rate is measured, after a warm-up
 * @param repeats how often each throughput is measured
 * @param pings round trips measured on each path
 * @param opens pipes opened and closed on each path
 * @param connections the numbers of connections at a time
 * @param only names of the benchmarks to run; all when empty
 * @param base folder of the project
 * @param docs whether the page of the documentation is written
 * @param require whether a missed target is an error
 */
record Sizes(
        double seconds,
        int repeats,
        int pings,
        int opens,
        List<Integer> connections,
        Set<String> only,
        Path base,
        boolean docs,
        boolean require) {

    private static final String PREFIX = "longfatpipe.bench.";

    /** @throws IllegalArgumentException if a property is not what it has to be */
    static Sizes fromProperties() {
        return new Sizes(
                number("seconds", "5"),
                (int) number("repeats", "3"),
                (int) number("pings", "200"),
                (int) number("opens", "51"),
                words("connections", "1,100,1000,5000").stream()
                        .map(word -> (int) positive("connections", word))
                        .toList(),
                words("only", "").stream().collect(Collectors.toUnmodifiableSet()),
                Path.of(text("base", ".")),
                Boolean.parseBoolean(text("docs", "false")),
                Boolean.parseBoolean(text("require", "false")));
    }

    private static String text(String name, String otherwise) {
        String value = System.getProperty(PREFIX + name, "");
        return value.isBlank() ? otherwise : value.strip();
    }

    private static List<String> words(String name, String otherwise) {
        return Arrays.stream(text(name, otherwise).split(","))
                .map(String::strip)
                .filter(word -> !word.isEmpty())
                .toList();
    }

    private static double number(String name, String otherwise) {
        return positive(name, text(name, otherwise));
    }

    private static double positive(String name, String text) {
        try {
            double value = Double.parseDouble(text);
            if (value > 0 && Double.isFinite(value)) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Refused below, with the same words.
        }
        throw new IllegalArgumentException(PREFIX + name + " [" + text + "] is no number above 0");
    }

    Duration length() {
        return Duration.ofNanos((long) (seconds * 1e9));
    }

    boolean includes(String benchmark) {
        return only.isEmpty() || only.contains(benchmark);
    }
}
