/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import dev.longfatpipe.expect.Expectation;
import dev.longfatpipe.kernel.BufferSetting;
import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import dev.longfatpipe.units.DurationText;
import java.util.List;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * Whether a socket buffer keeps a path full, by the law of a kernel, and what to set if it does not.
 *
 * <p>A path is full when as many bytes are under way as it holds: the bandwidth-delay product (BDP). Of a receive
 * buffer the largest window counts; of a send buffer the level to which a full one drains before its blocked writer
 * continues, two thirds of what it holds, for more is not certain to be under way. Pure arithmetic; immutable.
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class BufferCheck {

    private final BufferKind kind;
    private final Path path;
    private final Direction direction;
    private final KernelProfile kernel;
    private final BufferSetting setting;
    private final int connections;

    private BufferCheck(
            BufferKind kind,
            Path path,
            Direction direction,
            KernelProfile kernel,
            BufferSetting setting,
            int connections) {
        this.kind = kind;
        this.path = path;
        this.direction = direction;
        this.kernel = kernel;
        this.setting = setting;
        this.connections = connections;
    }

    /**
     * Checks a receive buffer.
     *
     * @param path the path that the data takes
     * @param direction the direction of the data; DOWNSTREAM for what a client receives
     * @param kernel kernel profile of the receiver
     * @param setting what the receiving application did about SO_RCVBUF
     */
    public static BufferCheck receive(Path path, Direction direction, KernelProfile kernel, BufferSetting setting) {
        return new BufferCheck(BufferKind.RECEIVE, path, direction, kernel, setting, 1);
    }

    /**
     * Checks a send buffer.
     *
     * @param path the path that the data takes
     * @param direction the direction of the data; UPSTREAM for what a client sends
     * @param kernel kernel profile of the sender
     * @param setting what the sending application did about SO_SNDBUF
     */
    public static BufferCheck send(Path path, Direction direction, KernelProfile kernel, BufferSetting setting) {
        return new BufferCheck(BufferKind.SEND, path, direction, kernel, setting, 1);
    }

    /**
     * The same check for connections that fill the path together.
     *
     * @throws IllegalArgumentException if their number is not positive
     */
    public BufferCheck sharedBy(int connectionsAtOnce) {
        if (connectionsAtOnce < 1) {
            throw new IllegalArgumentException(
                    "connections [" + connectionsAtOnce + "] is not positive: write 1 or more");
        }
        return new BufferCheck(kind, path, direction, kernel, setting, connectionsAtOnce);
    }

    /** Returns the bytes that this buffer keeps under way. */
    public DataSize inFlight() {
        return kind.inFlight(kernel, setting, path.mss());
    }

    /** Returns the bytes that must be under way per connection: the BDP, shared; empty for a line without a limit. */
    public Optional<DataSize> needed() {
        return path.bandwidthDelayProduct(direction)
                .map(bdp -> DataSize.ofBytes((bdp.bytes() + connections - 1) / connections));
    }

    /**
     * Returns the goodput that one connection reaches with this buffer; empty when the round trip is too short to bound
     * it.
     */
    public Optional<DataRate> ceiling() {
        return Expectation.windowCeiling(inFlight(), path.rtt());
    }

    /** Returns whether {@link #inFlight()} is at least {@link #needed()}; true for a line without a limit. */
    public boolean isEnough() {
        return needed().map(needed -> inFlight().compareTo(needed) >= 0).orElse(true);
    }

    /** Returns the arithmetic in one line for people: setting, bytes under way, ceiling, and what the path holds. */
    public String finding() {
        return kind.describe(kernel, setting, path.mss())
                + " -> " + kind.inFlightText(inFlight())
                + ceiling()
                        .map(rate -> " -> ceiling " + rate.describe() + " at rtt " + rtt())
                        .orElse("")
                + needed().map(needed -> "; the path holds " + needed.describe()
                                + (connections == 1 ? " (BDP)" : " per connection (BDP / " + connections + ")"))
                        .orElse("");
    }

    /** Returns what to change, with the numbers of this path and kernel profile. */
    public String remedy() {
        return new BufferRemedy(kind, path, direction, kernel, setting, connections).text();
    }

    /**
     * Returns a failure text: a first line of the caller's, and under it the path, {@link #finding()} and {@link
     * #remedy()}.
     */
    public String under(String firstLine) {
        return new Layout(firstLine)
                .add("Path", List.of(path.toString()))
                .add("Limit", List.of(finding() + " (kernel " + kernel.name() + ")"))
                .add("Fix", List.of(remedy()))
                .toString();
    }

    private String rtt() {
        return DurationText.describe(path.rtt());
    }

    /** As {@link #finding()}. */
    @Override
    public String toString() {
        return finding();
    }
}
