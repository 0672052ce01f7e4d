/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.expect;

import dev.longfatpipe.units.DataSize;
import java.util.Objects;
import org.apiguardian.api.API;

/**
 * A path on which TCP ends at a proxy in its middle: client and server each talk to the proxy, over round trips of microseconds, and
 * the proxy delays bytes between the two. There is no handshake over the path, no slow start, and no window of either end is felt at
 * the other; each connection has the line to itself.
 *
 * @param proxy what the proxy is called, for reports
 * @param perConnectionRate whether several connections are meant to have a line each; if not, there is one connection
 * @param piece what the proxy reads at most at a time, and delays as a whole
 * @param delayBuffer what its delay line holds at most, of each connection and direction
 * @param lossIsRate whether the path's loss is a cap on the rate of each connection, by Mathis' law
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record SplitTcp(
        String proxy, boolean perConnectionRate, DataSize piece, DataSize delayBuffer, boolean lossIsRate) {

    /** Refuses null. */
    public SplitTcp {
        Objects.requireNonNull(proxy, "proxy");
        Objects.requireNonNull(piece, "piece");
        Objects.requireNonNull(delayBuffer, "delayBuffer");
    }
}
