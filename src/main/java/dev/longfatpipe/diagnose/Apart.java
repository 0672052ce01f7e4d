/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DurationText;
import java.time.Duration;

/** Writes a measured value so that it does not read the same as the one that it was compared with. */
final class Apart {

    private Apart() {}

    /** For people, {@code 76.5 mbit}; exact where the other one would read the same though it is not. */
    static String text(DataRate rate, DataRate other) {
        boolean sameWords = rate.describe().equals(other.describe()) && !rate.equals(other);
        return sameWords ? rate.toString() : rate.describe();
    }

    /** For people, {@code 1.48 s}; exact where the other one would read the same though it is not. */
    static String text(Duration time, Duration other) {
        boolean sameWords = DurationText.describe(time).equals(DurationText.describe(other)) && !time.equals(other);
        return sameWords ? DurationText.format(time) : DurationText.describe(time);
    }
}
