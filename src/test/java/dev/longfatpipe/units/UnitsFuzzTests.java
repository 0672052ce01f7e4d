/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.units;

import dev.longfatpipe.safety.Fuzz;
import dev.longfatpipe.safety.Parsers;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** Any text is a value or is refused with a remedy. */
@Tag("safety")
@ResourceLock(Resources.LOCALE)
class UnitsFuzzTests {

    private static final int BYTES_PER_CHARACTER = 100;

    @Test
    void of_rates(TestReporter reporter) throws InterruptedException {
        List<String> valid = List.of(
                "100mbit",
                "100 Mbit/s",
                "1.5gbit",
                "12.5MB/s",
                "512KiB/s",
                "0bit",
                "10tbit",
                "9.6kbit",
                "3 GiB/s",
                "100MBIT");
        Fuzz.texts("rate", valid, BYTES_PER_CHARACTER, Parsers.exact(DataRate::parse))
                .run(reporter);
    }

    @Test
    void of_sizes(TestReporter reporter) throws InterruptedException {
        List<String> valid =
                List.of("64KiB", "1.5MiB", "10 MiB", "64kB", "1MB", "65536B", "0B", "8TiB", "9223372TB", "1gib");
        Fuzz.texts("size", valid, BYTES_PER_CHARACTER, Parsers.exact(DataSize::parse))
                .run(reporter);
    }

    @Test
    void of_losses(TestReporter reporter) throws InterruptedException {
        List<String> valid = List.of("0.1%", "1 %", "50ppm", "0%", "100%", "0.0000001%", "99.9999999%", "1000000ppm");
        Fuzz.texts("loss", valid, BYTES_PER_CHARACTER, Parsers.exact(Loss::parse))
                .run(reporter);
    }

    @Test
    void of_utilisations(TestReporter reporter) throws InterruptedException {
        List<String> valid = List.of("80%", "79.5 %", "120%", "0%", "0.0001%", "922337203685477.5807%");
        Fuzz.texts("utilisation", valid, BYTES_PER_CHARACTER, Parsers.exact(Utilisation::parse))
                .run(reporter);
    }

    @Test
    void of_durations(TestReporter reporter) throws InterruptedException {
        List<String> valid = List.of(
                "100ms", "1.5s", "250us", "0ms", "1h", "60min", "1ns", "7\u00b5s", "7\u03bcs", "3600 S", "2 MIN");
        Fuzz.texts("duration", valid, BYTES_PER_CHARACTER, Parsers.exact(DurationText::parse, DurationText::format))
                .run(reporter);
    }
}
