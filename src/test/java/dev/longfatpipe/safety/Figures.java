/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.safety;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.TestReporter;

/** What a test of the safety net has counted and measured, published as a report entry of it. */
public final class Figures {

    static final String SUITE = "suite";
    static final String WHAT = "what";

    private final Map<String, String> entry = new LinkedHashMap<>();

    private Figures(String suite, String what) {
        entry.put(SUITE, suite);
        entry.put(WHAT, what);
    }

    /** Nothing yet, of one suite. */
    public static Figures of(String suite, String what) {
        return new Figures(suite, what);
    }

    /**
     * Adds a figure.
     *
     * @param name what was counted, with its unit at the end where it has one: {@code seconds}, {@code goodputMbit}
     */
    public Figures with(String name, long value) {
        entry.put(name, Long.toString(value));
        return this;
    }

    /** As {@link #with(String, long)}, to one decimal. */
    public Figures with(String name, double value) {
        entry.put(name, Double.toString(Math.round(value * 10) / 10.0));
        return this;
    }

    /** Puts them into the report of the test. */
    public void publish(TestReporter reporter) {
        reporter.publishEntry(entry);
    }
}
