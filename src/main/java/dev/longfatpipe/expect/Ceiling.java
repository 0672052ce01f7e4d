/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.expect;

import dev.longfatpipe.units.DataRate;
import java.util.Objects;
import org.apiguardian.api.API;

/**
 * The goodput that one term allows, for all connections together.
 *
 * @param term which term
 * @param rate application bytes per second that it allows
 * @param because the arithmetic in words, for reports: {@code 1448 of 1514 bytes of each frame carry payload}
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record Ceiling(Term term, DataRate rate, String because) {

    /** Refuses null. */
    public Ceiling {
        Objects.requireNonNull(term, "term");
        Objects.requireNonNull(rate, "rate");
        Objects.requireNonNull(because, "because");
    }

    /** One line for reports: {@code LINK 95.6 mbit (1448 of 1514 bytes of each frame carry payload)}. */
    @Override
    public String toString() {
        return term + " " + rate.describe() + " (" + because + ")";
    }
}
