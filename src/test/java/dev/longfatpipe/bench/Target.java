/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.bench;

import java.util.Locale;

/**
 * What a figure has to be.
 *
 * @param bound which side of the limit is good
 * @param limit in the figure's unit
 */
record Target(Bound bound, double limit) {

    /** Which side of a limit is good. */
    enum Bound {
        AT_LEAST,
        AT_MOST,
        /** No further from zero than the limit, on either side. */
        WITHIN
    }

    static Target atLeast(double limit) {
        return new Target(Bound.AT_LEAST, limit);
    }

    static Target atMost(double limit) {
        return new Target(Bound.AT_MOST, limit);
    }

    static Target within(double limit) {
        return new Target(Bound.WITHIN, limit);
    }

    boolean isMetBy(double value) {
        return switch (bound) {
            case AT_LEAST -> value >= limit;
            case AT_MOST -> value <= limit;
            case WITHIN -> Math.abs(value) <= limit;
        };
    }

    /** Returns the key of the JSON: {@code at_least}, {@code at_most}, {@code within}. */
    String key() {
        return bound.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public String toString() {
        return key().replace('_', ' ') + " " + Figure.text(limit);
    }
}
