/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import dev.longfatpipe.emulate.Lane;
import dev.longfatpipe.kernel.BufferSetting;
import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.units.DataSize;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The model of a pipe on a clock that the test drives: no sockets, no threads, every nanosecond exact. */
final class DrivenPipe {

    static final long SECOND = 1_000_000_000L;
    static final long MILLI = 1_000_000L;
    /** No clock begins at 0. */
    static final long START = 1_000 * SECOND;

    private final Path path;
    private final Lane upstream;
    private final Lane downstream;
    private final List<DrivenFlow> flows = new ArrayList<>();
    private long now = START;

    DrivenPipe(Path path) {
        this(path, 1);
    }

    DrivenPipe(Path path, long seed) {
        this.path = path;
        this.upstream = new Lane(path, Direction.UPSTREAM, seed);
        this.downstream = new Lane(path, Direction.DOWNSTREAM, seed);
    }

    /** How one flow is connected. */
    final class Sender {
        private Direction direction = Direction.DOWNSTREAM;
        private KernelProfile kernel = KernelProfile.linux61();
        private BufferSetting receive = BufferSetting.auto();
        private BufferSetting send = BufferSetting.auto();
        private @Nullable CongestionControl congestion;
        private long establishedNanos = now;

        Sender direction(Direction value) {
            direction = value;
            return this;
        }

        Sender kernel(KernelProfile value) {
            kernel = value;
            return this;
        }

        Sender receiveBuffer(long bytes) {
            receive = explicit(bytes);
            return this;
        }

        Sender sendBuffer(long bytes) {
            send = explicit(bytes);
            return this;
        }

        Sender congestionControl(String name) {
            return congestion(CongestionControl.named(name, path.mss(), bandwidthDelayProduct()));
        }

        Sender congestion(CongestionControl value) {
            congestion = value;
            return this;
        }

        private long bandwidthDelayProduct() {
            return path.bandwidthDelayProduct(direction).map(DataSize::bytes).orElse(0L);
        }

        Sender establishedAt(long nanos) {
            establishedNanos = nanos;
            return this;
        }

        Lane lane() {
            return DrivenPipe.this.lane(direction);
        }

        DrivenFlow open() {
            DrivenFlow flow = new DrivenFlow(DrivenPipe.this, this);
            flows.add(flow);
            return flow;
        }

        TcpFlow connect(TcpFlow.Source source) {
            boolean up = direction == Direction.UPSTREAM;
            Lane forward = up ? upstream : downstream;
            Lane backward = up ? downstream : upstream;
            return new TcpFlow(
                    FlowSettings.of(
                            path,
                            forward,
                            false,
                            establishedNanos,
                            kernel.sysctls().slowStartAfterIdle()),
                    forward,
                    backward,
                    source,
                    congestion == null ? new Cubic(path.mss()) : congestion,
                    new ReceiverModel(kernel, receive, path.mss()),
                    new SendBufferModel(kernel, send, path.mss()),
                    now);
        }
    }

    static BufferSetting explicit(long bytes) {
        return BufferSetting.explicit(DataSize.ofBytes(bytes));
    }

    Sender sender() {
        return new Sender();
    }

    long now() {
        return now;
    }

    Lane lane(Direction direction) {
        return direction == Direction.UPSTREAM ? upstream : downstream;
    }

    /** The path becomes another one. */
    void change(Path next) {
        upstream.change(next, now);
        downstream.change(next, now);
        flows.forEach(flow -> flow.flow()
                .onPathChange(
                        FlowSettings.of(next, flow.forward(), false, START, true),
                        next.bandwidthDelayProduct(Direction.DOWNSTREAM)
                                .map(DataSize::bytes)
                                .orElse(0L)));
    }

    void cut() {
        upstream.cut(now);
        downstream.cut(now);
        flows.forEach(flow -> flow.flow().onCut(now));
    }

    void restore() {
        upstream.restore();
        downstream.restore();
        flows.forEach(flow -> flow.flow().onRestored(now));
    }

    /** Lets time pass, with an engine that is always on time. */
    void runUntil(long nanos) {
        while (true) {
            DrivenFlow next = next();
            if (next == null || next.nextNanos() > nanos) {
                break;
            }
            now = Math.max(now, next.nextNanos());
            next.advance(now);
            next.hand();
        }
        now = Math.max(now, nanos);
    }

    void runFor(long nanos) {
        runUntil(now + nanos);
    }

    /** Lets time pass, with an engine that only wakes up at every multiple of a time and then does all that is overdue. */
    void runLateUntil(long nanos, long stepNanos) {
        while (now < nanos) {
            now += stepNanos;
            for (DrivenFlow next = next(); next != null && next.nextNanos() <= now; next = next()) {
                next.advance(now);
            }
            flows.forEach(DrivenFlow::hand);
        }
    }

    /**
     * The machine does nothing for a time, and then the engine goes on. The time of the pipe is then no later than the engine's clock
     * lets it be.
     */
    void sleepFor(long nanos) {
        long fellAsleep = now;
        PipeClock clock = new PipeClock(() -> now, MILLI);
        now = fellAsleep + nanos;
        DrivenFlow first = next();
        now = clock.begin(first == null ? Long.MAX_VALUE : first.nextNanos());
        runLateUntil(now + 1, 1);
    }

    /** Lets time pass in which nothing is done. */
    void skipTo(long nanos) {
        now = nanos;
    }

    /** Lets time pass until nothing is left to be done. */
    void runUntilQuiet() {
        for (DrivenFlow next = next(); next != null; next = next()) {
            if (next.nextNanos() == Long.MAX_VALUE) {
                return;
            }
            runUntil(next.nextNanos());
        }
    }

    private @Nullable DrivenFlow next() {
        DrivenFlow earliest = null;
        for (DrivenFlow flow : flows) {
            if (earliest == null || flow.nextNanos() < earliest.nextNanos()) {
                earliest = flow;
            }
        }
        return earliest;
    }
}
