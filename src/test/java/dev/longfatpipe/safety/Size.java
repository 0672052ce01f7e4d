/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.safety;

/** How much of the safety net is run: small in every build, full with {@code -Psafety}, which sets these system properties. */
public enum Size {
    /** Inputs of all fuzzed parsers together. */
    FUZZ_INPUTS("longfatpipe.fuzz.inputs", 100_000),

    /** What the inputs are drawn with; the same seed gives the same inputs. */
    FUZZ_SEED("longfatpipe.fuzz.seed", 1),

    /** The number of the first input, to come straight to one that has failed. */
    FUZZ_FIRST("longfatpipe.fuzz.first", 0),

    /** Bytes that cross in each direction while their digests are taken. */
    INTEGRITY_BYTES("longfatpipe.safety.bytes", 24_000_000),

    /** Pipes that are opened and closed. */
    OPENS("longfatpipe.safety.opens", 40),

    /** Round-trip time of the longest path, in milliseconds. */
    LONGEST_RTT_MILLIS("longfatpipe.safety.rtt", 300),

    /** Connections through one pipe at the same time. */
    CONNECTIONS("longfatpipe.safety.connections", 200);

    private final String property;
    private final long otherwise;

    Size(String property, long otherwise) {
        this.property = property;
        this.otherwise = otherwise;
    }

    String property() {
        return property;
    }

    /**
     * The number in force.
     *
     * @throws IllegalArgumentException if the property is not a whole number, 0 or more
     */
    public long get() {
        String text = System.getProperty(property, "").strip();
        if (text.isEmpty()) {
            return otherwise;
        }
        if (!text.matches("[0-9]{1,18}")) {
            throw new IllegalArgumentException(
                    property + " [" + text + "] is no whole number: write one such as \"" + otherwise + "\"");
        }
        return Long.parseLong(text);
    }
}
