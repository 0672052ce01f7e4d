/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.bench;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.Set;

/**
 * How much is run, from the system properties of {@code docs/benchmarks.md}.
 *
 * @param seconds for how long a rate is measured, after a warm-up
 * @param repeats how often each throughput is measured
 * @param pings round trips measured on each path
 * @param opens pipes opened and closed on each path
 * @param connections the numbers of connections at a time
 * @param backends names of those whose precision is taken beside the relay's; none when empty
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
        List<String> backends,
        Set<String> only,
        Path base,
        boolean docs,
        boolean require) {

    private static final String PREFIX = "longfatpipe.bench.";

    /**
     * Reads the properties of this JVM.
     *
     * @throws IllegalArgumentException if one is not what it has to be
     */
    static Sizes fromProperties() {
        return of(System.getProperties());
    }

    static Sizes of(Properties properties) {
        return new Sizes(
                number("seconds", text(properties, "seconds", "5")),
                whole("repeats", text(properties, "repeats", "3")),
                whole("pings", text(properties, "pings", "200")),
                whole("opens", text(properties, "opens", "51")),
                words(properties, "connections", "1,100,1000,5000").stream()
                        .map(word -> whole("connections", word))
                        .toList(),
                words(properties, "backends", ""),
                Set.copyOf(words(properties, "only", "")),
                Path.of(text(properties, "base", ".")),
                Boolean.parseBoolean(text(properties, "docs", "false")),
                Boolean.parseBoolean(text(properties, "require", "false")));
    }

    private static String text(Properties properties, String name, String otherwise) {
        String value = properties.getProperty(PREFIX + name, "");
        return value.isBlank() ? otherwise : value.strip();
    }

    private static List<String> words(Properties properties, String name, String otherwise) {
        return Arrays.stream(text(properties, name, otherwise).split(","))
                .map(String::strip)
                .filter(word -> !word.isEmpty())
                .toList();
    }

    private static int whole(String name, String text) {
        double value = number(name, text);
        if (value != Math.rint(value) || value > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(PREFIX + name + " [" + text + "] is no whole number above 0");
        }
        return (int) value;
    }

    private static double number(String name, String text) {
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
