/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import dev.longfatpipe.units.DataRate;

/** Writes a rate so that it does not read the same as the one that it was compared with. */
final class Apart {

    private Apart() {}

    /** For people, {@code 76.5 mbit}; exact where the other one would read the same though it is not. */
    static String text(DataRate rate, DataRate other) {
        boolean sameWords = rate.describe().equals(other.describe()) && !rate.equals(other);
        return sameWords ? rate.toString() : rate.describe();
    }
}
