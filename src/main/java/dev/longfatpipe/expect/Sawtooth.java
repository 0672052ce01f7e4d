/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.expect;

import dev.longfatpipe.units.DataSize;

/**
 * The share of a line that congestion control uses when losses of a full queue are the only ones: RFC 5681 and RFC 9438 reduce
 * the window to beta of what filled path and queue, and a queue smaller than the reduction runs empty.
 *
 * <p>The window then grows evenly from beta (1 + q) to 1 + q, in BDPs, q being the queue. In a cycle it carries (1 - beta^2)
 * (1 + q)^2 / 2 and takes the round trips below the BDP at their length, those above it stretched by the queue. For Reno without any
 * queue that is the well-known 75 %, with one BDP all of it. CUBIC is a little better than that where it is concave. Of several
 * connections one reduces at a time.
 */
final class Sawtooth {

    private static final double RENO_BETA = 0.5;
    private static final double CUBIC_BETA = 0.7;

    private Sawtooth() {}

    /** Returns 1 where the queue never runs empty, and for a congestion control that does not answer to a full queue so. */
    static double share(ExpectationBuilder asked) {
        double beta = switch (asked.congestionControl) {
            case "cubic" -> CUBIC_BETA;
            case "reno" -> RENO_BETA;
            default -> 1;
        };
        double bdp = asked.path
                .bandwidthDelayProduct(asked.direction)
                .map(DataSize::bytes)
                .orElse(0L);
        double queue =
                asked.path.queueSize(asked.direction).map(DataSize::bytes).orElse(0L);
        return bdp == 0 ? 1 : share(1 - (1 - beta) / asked.connections, queue / bdp);
    }

    static double share(double beta, double queue) {
        double low = beta * (1 + queue);
        if (low >= 1) {
            return 1;
        }
        double carried = (1 - beta * beta) * Math.pow(1 + queue, 2) / 2;
        double roundTrips = (1 - low) + (Math.pow(1 + queue, 2) - 1) / 2;
        return carried / roundTrips;
    }
}
