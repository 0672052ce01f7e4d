/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import dev.longfatpipe.kernel.BufferSetting;
import dev.longfatpipe.units.DataSize;
import org.apiguardian.api.API;

/**
 * One buffer of an application's socket, and how it is known.
 *
 * @param setting what the application asked for: a size, or nothing (auto-tuning)
 * @param granted what the kernel of this machine granted, half of {@code rb} or {@code tb} as ss shows them; zero when it
 *     could not be read
 * @param windowScale the window scale this end announced in its SYN, 0 to 14; -1 when it could not be read
 * @param source where the reading comes from
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record BufferReading(BufferSetting setting, DataSize granted, int windowScale, Source source) {

    /** A buffer of which nothing is known: taken as auto-tuned, with a warning in the report. */
    public static final BufferReading ASSUMED_AUTO =
            new BufferReading(BufferSetting.auto(), DataSize.ofBytes(0), -1, Source.ASSUMED);

    /** Where a reading comes from, the most trustworthy first. */
    public enum Source {
        /** Read from the kernel's own record of the socket (Linux, sock_diag). */
        SOCK_DIAG,
        /** Declared by the test, because the socket could not be read. */
        DECLARED,
        /** Not known at all; auto-tuning is assumed. */
        ASSUMED
    }
}
