/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.expect;

import dev.longfatpipe.path.Direction;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.units.DataSize;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * States what is transferred, and how, before an {@link Expectation} is computed.
 *
 * <p>Unless said otherwise: CUBIC, one connection, windows without a limit, data without an end, a connection that is already
 * open, no request. Not thread-safe; each method returns this builder.
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class ExpectationBuilder {

    final Path path;
    final Direction direction;
    String congestionControl = CongestionControl.CUBIC.toString();
    int connections = 1;
    long initialWindowBytes;
    boolean newConnection;
    boolean afterRequest;
    long requestBytes;

    @Nullable
    SplitTcp split;

    private List<DataSize> windows = List.of();
    private @Nullable DataSize window;
    private @Nullable DataSize bytes;
    private @Nullable DataSize datagramPayload;
    private @Nullable DataSize datagramFrames;

    ExpectationBuilder(Path path, Direction direction) {
        this.path = Objects.requireNonNull(path, "path");
        this.direction = Objects.requireNonNull(direction, "direction");
        this.initialWindowBytes = (long) SlowStart.INITIAL_WINDOW_SEGMENTS * path.mss();
    }

    /**
     * The sender's congestion control, by the name that sysctl gives it; {@code cubic} if not called.
     *
     * <p>It matters on a path with loss only; there, a name that {@link CongestionControl#named} does not know is refused by
     * {@link #build()}.
     */
    public ExpectationBuilder congestionControl(String name) {
        this.congestionControl = Objects.requireNonNull(name, "name");
        return this;
    }

    /**
     * How many connections share the transfer evenly; 1 if not called.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    public ExpectationBuilder connections(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("connections [" + count + "] is not positive: write 1 or more");
        }
        this.connections = count;
        return this;
    }

    /**
     * The bytes that every connection may have in flight: the least of the peer's receive window and the own send capacity.
     *
     * @throws IllegalArgumentException if it is zero
     */
    public ExpectationBuilder window(DataSize perConnection) {
        this.window = requireWindow(perConnection);
        this.windows = List.of();
        return this;
    }

    /**
     * The bytes that each connection may have in flight, one entry for each; takes the place of {@link #connections} and
     * {@link #window}.
     *
     * @throws IllegalArgumentException if there is none, or one of them is zero
     */
    public ExpectationBuilder windows(List<DataSize> ofEachConnection) {
        if (ofEachConnection.isEmpty()) {
            throw new IllegalArgumentException(
                    "windows [] are of no connection: write one for each, or leave them out for windows without a limit");
        }
        ofEachConnection.forEach(ExpectationBuilder::requireWindow);
        this.windows = List.copyOf(ofEachConnection);
        this.connections = windows.size();
        this.window = null;
        return this;
    }

    /**
     * A transfer that ends after so many bytes, of all connections together; without this call it is the steady state that is
     * expected, which is a different question.
     *
     * @throws IllegalArgumentException if it is zero
     */
    public ExpectationBuilder bytes(DataSize total) {
        if (total.isZero()) {
            throw new IllegalArgumentException(
                    "bytes [" + total + "] is no transfer: write 1 or more, or leave it out for the steady state");
        }
        this.bytes = total;
        return this;
    }

    /**
     * The congestion window that every connection begins with, for connections that have sent before; ten segments (RFC 6928)
     * if not called. Matters with {@link #bytes} only.
     *
     * @throws IllegalArgumentException if it is zero
     */
    public ExpectationBuilder initialWindow(DataSize perConnection) {
        this.initialWindowBytes = requireWindow(perConnection).bytes();
        return this;
    }

    /** Whether the time includes the round trip of a TCP handshake; false if not called. Matters with {@link #bytes} only. */
    public ExpectationBuilder newConnection(boolean included) {
        this.newConnection = included;
        return this;
    }

    /**
     * Whether the time includes the one-way trip of the request that asks for the data; false if not called. Matters with
     * {@link #bytes} only.
     */
    public ExpectationBuilder afterRequest(boolean included) {
        this.afterRequest = included;
        return this;
    }

    /**
     * The data goes as datagrams of UDP: there is no handshake, no slow start and no window, congestion control answers no loss, and
     * what the path loses does not arrive. Only the line and the way bound it; on a line without a limit nothing does. TCP if not
     * called. {@link #afterRequest} and {@link #bytes} count as for TCP.
     *
     * @param payload of any number of datagrams
     * @param frames what the same datagrams take of the line, headers included
     * @throws IllegalArgumentException if there is no payload, or more than there are frames
     */
    public ExpectationBuilder datagrams(DataSize payload, DataSize frames) {
        if (payload.isZero() || payload.compareTo(frames) > 0) {
            throw new IllegalArgumentException(
                    "datagrams of [" + payload + "] in [" + frames
                            + "] of frames are none: write a payload of 1 byte or more, and frames that hold it with its headers");
        }
        this.datagramPayload = payload;
        this.datagramFrames = frames;
        return this;
    }

    /**
     * TCP ends at a proxy in the middle of the path. Windows, handshake, slow start and congestion control then say nothing; what
     * bounds is the line of each connection, the proxy's delay line, and the trips. One connection end to end if not called.
     */
    public ExpectationBuilder splitTcp(SplitTcp value) {
        this.split = Objects.requireNonNull(value, "value");
        return this;
    }

    /**
     * As {@link #afterRequest(boolean)}, for a request of so many bytes, of all connections together: it has a slow start of its own
     * on its way, as on a new connection.
     */
    public ExpectationBuilder afterRequest(DataSize request) {
        this.afterRequest = true;
        this.requestBytes = request.bytes();
        return this;
    }

    /**
     * Computes the expectation.
     *
     * @throws IllegalArgumentException if windows were given for another number of connections than {@link #connections}
     *     says, or the path loses packets and the congestion control's answer to that is not known
     */
    public Expectation build() {
        if (!windows.isEmpty() && windows.size() != connections) {
            throw new IllegalArgumentException("connections [" + connections + "] do not match the " + windows.size()
                    + " windows given: write one window for each");
        }
        return Expectation.compute(this);
    }

    Optional<Datagrams> datagrams() {
        return datagramPayload == null || datagramFrames == null
                ? Optional.empty()
                : Optional.of(new Datagrams(path, direction, datagramPayload, datagramFrames));
    }

    Optional<DataSize> bytes() {
        return Optional.ofNullable(bytes);
    }

    /** The bytes that all connections together may have in flight, or empty for windows without a limit. */
    Optional<DataSize> totalWindow() {
        if (window != null) {
            return Optional.of(DataSize.ofBytes(Math.multiplyExact(window.bytes(), (long) connections)));
        }
        return windows.isEmpty()
                ? Optional.empty()
                : Optional.of(DataSize.ofBytes(
                        windows.stream().mapToLong(DataSize::bytes).reduce(0, Math::addExact)));
    }

    private static DataSize requireWindow(DataSize size) {
        if (size.isZero()) {
            throw new IllegalArgumentException(
                    "window [" + size + "] lets nothing through: write 1 byte or more, or leave it out for no limit");
        }
        return size;
    }
}
