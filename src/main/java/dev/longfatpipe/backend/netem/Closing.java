/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import java.util.Deque;

/** Gives back what was made when the rest of it could not be made. */
final class Closing {

    private Closing() {}

    /** Closes the latest first; what fails is added to the reason. */
    static void all(Deque<AutoCloseable> made, Throwable because) {
        for (AutoCloseable each : made) {
            try {
                each.close();
            } catch (Exception e) {
                because.addSuppressed(e);
            }
        }
    }
}
