/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.path;

import dev.longfatpipe.safety.Fuzz;
import dev.longfatpipe.safety.Fuzz.Outcome;
import dev.longfatpipe.safety.Parsers;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** Any text is a part of a path or is refused with a remedy. */
@Tag("safety")
@ResourceLock(Resources.LOCALE)
class PathFuzzTests {

    private static final int BYTES_PER_CHARACTER = 200;

    @Test
    void of_queues(TestReporter reporter) throws InterruptedException {
        List<String> valid =
                List.of("64KiB", "50ms", "1bdp", "0.25 BDP", "1000bdp", "1h", "1B", "3us", "1.5 MB", ".5bdp");
        Fuzz.texts("queue", valid, BYTES_PER_CHARACTER, Parsers.exact(Queue::parse))
                .run(reporter);
    }

    @Test
    void of_loss_models(TestReporter reporter) throws InterruptedException {
        List<String> valid = List.of(
                "0.1%",
                "none",
                "50ppm",
                "gilbert-elliott p=1% r=25%",
                "gilbert-elliott p=1% r=25% 1-h=100% 1-k=0%",
                "Gilbert-Elliott p=10ppm, r=30%, h=50%, k=99.9%",
                "gilbert-elliott p=0% r=0% 1-k=3%");
        Fuzz.texts(
                        "loss model",
                        valid,
                        BYTES_PER_CHARACTER,
                        Parsers.exactInParts(LossModel::parse, LossModel::toString))
                .run(reporter);
    }

    @Test
    void of_named_paths(TestReporter reporter) throws InterruptedException {
        List<String> valid =
                Arrays.stream(NamedPath.values()).map(NamedPath::id).toList();
        Fuzz.texts("named path", valid, BYTES_PER_CHARACTER, Parsers.exact(NamedPath::of, NamedPath::id))
                .run(reporter);
    }

    /** The attributes of an annotation, with bars between. */
    @Test
    void of_whole_paths(TestReporter reporter) throws InterruptedException {
        List<String> valid = List.of(
                "100ms|100mbit|0.1%|1ms|1bdp|50ms|10mbit",
                "0ms|1kbit|none|0ms|1B|0ms|400gbit",
                "10min|400gbit|gilbert-elliott p=1% r=25%|5min|1000bdp|5min|1kbit",
                "2s|10gbit|99.9999999%|1ns|1h|1999ms|1mbit");
        Fuzz.texts("path", valid, BYTES_PER_CHARACTER, PathFuzzTests::path).run(reporter);
    }

    private static Outcome path(String input) {
        String[] parts = Arrays.copyOf(input.split("\\|", 8), 7);
        PathBuilder builder = Path.builder().name("fuzzed");
        try {
            builder.rtt(text(parts[0]))
                    .rate(text(parts[1]))
                    .loss(text(parts[2]))
                    .jitter(text(parts[3]))
                    .queue(text(parts[4]));
            builder.delay(Direction.UPSTREAM, text(parts[5])).rate(Direction.DOWNSTREAM, text(parts[6]));
            Path path = builder.build();
            if (!path.equals(path.toBuilder().build())) {
                throw new AssertionError("is another path when built again");
            }
            return new Outcome(true, path.toString());
        } catch (IllegalArgumentException e) {
            return Parsers.refused(e);
        }
    }

    private static String text(@Nullable String part) {
        return part == null ? "" : part;
    }
}
