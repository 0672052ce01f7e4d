/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.baseline;

import dev.longfatpipe.units.Utilisation;
import java.util.List;

/**
 * The text form of a {@link BaselineFile}, version 1: a line with the version, one with the class, and a paragraph per test, sorted; every
 * value on a line of its own behind its name, and lines that begin with # for people. Written so that two of them can be compared and
 * merged line by line.
 */
final class BaselineFormat {

    static final String MAGIC = "longfatpipe-baselines ";
    static final int VERSION = 1;

    static final String CLASS = "class ";
    static final String TEST = "test ";
    static final String CALLED = "called";
    static final String PATH = "path";
    static final String BACKEND = "backend";
    static final String KERNEL = "kernel";
    static final String FACTOR = "factor";
    static final String LIBRARY = "library";
    static final String SAMPLE = "sample";
    static final String CONTROL = "control";

    private static final String HEAD = """
            # What the tests of this class reached, for @ThroughputBaseline to compare with: utilisation and goodput of
            # each run, and the utilisation of the control transfers between them. Written with
            # -Dlongfatpipe.baseline=record; commit it with the tests.
            """;

    private BaselineFormat() {}

    static String write(String testClass, BaselineFile file) {
        StringBuilder text =
                new StringBuilder(MAGIC).append(VERSION).append('\n').append(HEAD);
        text.append(CLASS).append(testClass).append('\n');
        file.baselines().forEach(baseline -> write(text, baseline));
        return text.toString();
    }

    private static void write(StringBuilder text, Baseline baseline) {
        text.append('\n').append(TEST).append(oneLine(baseline.test())).append('\n');
        if (!baseline.called().isEmpty()) {
            line(text, CALLED, oneLine(baseline.called()));
        }
        Conditions conditions = baseline.conditions();
        line(text, PATH, oneLine(conditions.path()));
        line(text, BACKEND, conditions.backend());
        line(text, KERNEL, oneLine(conditions.kernel()));
        line(text, FACTOR, baseline.factor().name());
        line(text, LIBRARY, baseline.library());
        baseline.samples().forEach(sample -> line(text, SAMPLE, sample.utilisation() + " " + sample.goodput()));
        baseline.control().stream().map(Utilisation::toString).forEach(share -> line(text, CONTROL, share));
    }

    private static void line(StringBuilder text, String name, String value) {
        text.append("  ").append(name).append(' ').append(value).append('\n');
    }

    /** A display name may have any characters. */
    static String oneLine(String text) {
        return text.replaceAll("\\s+", " ").strip();
    }

    /**
     * Reads it back.
     *
     * @param origin what is read, for error messages
     * @throws BaselineException when it cannot be read, with the line and what to do
     */
    static BaselineFile read(String origin, String testClass, List<String> lines) {
        return new BaselineReader(origin, testClass).read(lines);
    }
}
