/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.spi;

import org.apiguardian.api.API;

/**
 * Reads a monotonic clock. The only way in which a backend learns the time, so that its arithmetic can be tested on a
 * driven clock.
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
@FunctionalInterface
public interface Ticker {

    /** Returns the time in nanoseconds since some fixed moment; only differences mean anything. */
    long nanos();

    /** Returns the ticker of this JVM, {@link System#nanoTime()}. Thread-safe. */
    static Ticker system() {
        return System::nanoTime;
    }
}
