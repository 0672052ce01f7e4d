/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.spi;

import java.util.Optional;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * Whether a backend can work on this machine, and if not, why and what would help.
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class Availability {

    private static final Availability AVAILABLE = new Availability(null);

    private final @Nullable String reason;

    private Availability(@Nullable String reason) {
        this.reason = reason;
    }

    /** The backend works here. */
    public static Availability available() {
        return AVAILABLE;
    }

    /**
     * The backend does not work here.
     *
     * @param reason what is missing and the remedy, in one sentence for people
     */
    public static Availability unavailable(String reason) {
        return new Availability(reason);
    }

    /** Returns whether the backend works here. */
    public boolean isAvailable() {
        return reason == null;
    }

    /** Returns what is missing and the remedy; empty when nothing is missing. */
    public Optional<String> reason() {
        return Optional.ofNullable(reason);
    }
}
