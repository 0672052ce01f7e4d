/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.report;

import dev.longfatpipe.observe.PipeDescription;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.path.Link;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import java.time.Duration;
import java.util.Map;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * The path of a test, as it was asked for and as its probe found it.
 *
 * @param pipe name of the pipe; empty for the only one of a test
 * @param text the whole path in words
 * @param rtt the round-trip time that was asked for
 * @param measuredRtt what the probe measured
 * @param rate line rate in the direction of the transfer; null for a line without a limit
 * @param ceiling what the headers leave of it to the application; null for a line without a limit
 * @param loss mean loss in that direction, 0 to 1
 * @param lossText the loss model in that direction
 * @param queue the queue in front of that line
 * @param mtu largest packet
 * @param bdp the bytes that the path holds; null for a line without a limit
 * @param backend name of the backend
 * @param tcp how TCP is done on it
 * @param clientKernel kernel profile of the clients
 * @param serverKernel kernel profile of the servers
 * @param seed seed of the random draws
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record PathEntry(
        String pipe,
        String text,
        Duration rtt,
        Duration measuredRtt,
        @Nullable DataRate rate,
        @Nullable DataRate ceiling,
        double loss,
        String lossText,
        String queue,
        int mtu,
        @Nullable DataSize bdp,
        String backend,
        String tcp,
        String clientKernel,
        String serverKernel,
        long seed) {

    static PathEntry of(PipeDescription pipe, Direction direction) {
        Path path = pipe.path();
        Link link = path.link(direction);
        return new PathEntry(
                pipe.name(),
                path.toString(),
                path.rtt(),
                pipe.verification().rtt(),
                link.lineRate().orElse(null),
                path.goodputCeiling(direction).orElse(null),
                link.loss().meanLoss().probability(),
                link.loss().toString(),
                link.queue().toString(),
                path.mtu(),
                path.bandwidthDelayProduct(direction).orElse(null),
                pipe.backend(),
                pipe.tcp(),
                pipe.clientKernel().name(),
                pipe.serverKernel().name(),
                pipe.seed());
    }

    Map<String, Object> json() {
        return new Members()
                .put("pipe", pipe.isEmpty() ? null : pipe)
                .put("text", text)
                .put("rttNanos", rtt.toNanos())
                .put("measuredRttNanos", measuredRtt.isZero() && !rtt.isZero() ? null : measuredRtt.toNanos())
                .put("rateBitsPerSecond", rate == null ? null : rate.bitsPerSecond())
                .put("ceilingBitsPerSecond", ceiling == null ? null : ceiling.bitsPerSecond())
                .put("loss", loss)
                .put("lossModel", lossText)
                .put("queue", queue)
                .put("mtuBytes", mtu)
                .put("bdpBytes", bdp == null ? null : bdp.bytes())
                .put("backend", backend)
                .put("tcp", tcp)
                .put("clientKernel", clientKernel)
                .put("serverKernel", serverKernel)
                .put("seed", String.valueOf(seed))
                .map();
    }
}
