/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.path;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import dev.longfatpipe.units.DurationText;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * The emulated network between two endpoints.
 *
 * <p>Immutable.
 *
 * @param name what reports call the path; empty if it has no name
 * @param upstream client to server
 * @param downstream server to client
 * @param mtu largest IP packet in bytes, 576 to 65535; 1500 by default
 * @since 0.1
 */
@API(status = EXPERIMENTAL, since = "0.1")
public record Path(String name, Link upstream, Link downstream, int mtu) {

    /** The MTU of Ethernet, and the default. */
    public static final int DEFAULT_MTU = 1500;

    private static final int INITIAL_WINDOW_FRAMES = 10;
    private static final int IP_AND_TCP_HEADER_BYTES = 40;
    private static final int TIMESTAMP_OPTION_BYTES = 12;
    private static final int ETHERNET_HEADER_BYTES = 14;
    private static final int MIN_MTU = 576;
    private static final int MAX_MTU = 65_535;

    /** @throws IllegalArgumentException if the MTU is out of range or the rtt above 10 minutes */
    public Path {
        requireMtu(mtu);
        Duration rtt = upstream.delay().plus(downstream.delay());
        Link.requireDelay("rtt", DurationText.format(rtt), rtt);
    }

    static void requireMtu(int mtu) {
        if (mtu < MIN_MTU || mtu > MAX_MTU) {
            throw Refusal.of("mtu", mtu, "is no MTU: write 576 to 65535, in bytes; 1500 is Ethernet's");
        }
    }

    /** A path with the same rate both ways, half of the rtt in each direction, and the defaults for the rest. */
    public static Path of(Duration rtt, DataRate rate) {
        return builder().rtt(rtt).rate(rate).build();
    }

    /**
     * A preset by its id.
     *
     * @see NamedPath
     * @throws IllegalArgumentException if there is none with that id; the message lists them all
     */
    public static Path named(String id) {
        return NamedPath.of(id).path();
    }

    /** A builder whose defaults are: rtt 0, unlimited rate, queue {@code 1bdp}, no loss, no jitter, MTU 1500. */
    public static PathBuilder builder() {
        return new PathBuilder();
    }

    /** A builder that starts from this path. */
    public PathBuilder toBuilder() {
        return new PathBuilder(this);
    }

    /** The link of a direction. */
    public Link link(Direction direction) {
        return direction == Direction.UPSTREAM ? upstream : downstream;
    }

    /** The round-trip time of the empty path: the delays of both directions, without jitter. */
    public Duration rtt() {
        return upstream.delay().plus(downstream.delay());
    }

    /** The TCP payload of a full packet, with IPv4 and timestamps: MTU - 40 - 12, 1448 bytes at 1500. */
    public int mss() {
        return mtu - IP_AND_TCP_HEADER_BYTES - TIMESTAMP_OPTION_BYTES;
    }

    /** What a full packet takes of the line rate: MTU + 14 bytes of Ethernet header, 1514 at 1500, as netem counts. */
    public int frameBytes() {
        return mtu + ETHERNET_HEADER_BYTES;
    }

    /**
     * The most application data that the line can carry, rate x mss / frame, rounded down: 95.64 mbit of 100 mbit at MTU
     * 1500; empty for a line without a limit.
     */
    public Optional<DataRate> goodputCeiling(Direction direction) {
        return link(direction)
                .lineRate()
                .map(rate -> new DataRate(BigInteger.valueOf(rate.bitsPerSecond())
                        .multiply(BigInteger.valueOf(mss()))
                        .divide(BigInteger.valueOf(frameBytes()))
                        .longValueExact()));
    }

    /** rate x rtt in bytes, rounded down: 1,250,000 at 100 mbit and 100 ms; empty for a line without a limit. */
    public Optional<DataSize> bandwidthDelayProduct(Direction direction) {
        return link(direction).lineRate().map(rate -> rate.bytesIn(rtt()));
    }

    /**
     * The room of a direction's queue; empty for a line without a limit, where none stands.
     *
     * <p>Never less than one frame. A queue given in BDPs is never less than ten, one initial window (RFC 6928): on a path
     * with a tiny BDP a sender could not even begin without loss.
     */
    public Optional<DataSize> queueSize(Direction direction) {
        Link link = link(direction);
        int leastFrames = link.queue() instanceof Queue.Bdp ? INITIAL_WINDOW_FRAMES : 1;
        return link.lineRate().map(rate -> {
            DataSize size = link.queue().on(rate, rtt());
            return DataSize.ofBytes(Math.max(size.bytes(), (long) leastFrames * frameBytes()));
        });
    }

    /** One line for reports: {@code rtt 100 ms, rate 100 mbit, queue 1bdp, loss 0.1%}. */
    @Override
    public String toString() {
        return PathText.describe(this);
    }
}
