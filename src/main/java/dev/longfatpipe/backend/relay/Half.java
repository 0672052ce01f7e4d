/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import dev.longfatpipe.emulate.Lane;
import dev.longfatpipe.kernel.BufferSetting;
import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.observe.BufferReading;
import dev.longfatpipe.observe.FlowSample;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.units.DataSize;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One direction of one relayed connection: the model of its TCP, the bytes under way, and where they come from and go to. */
final class Half {

    private final Direction direction;
    private final Lane forward;
    private final FlowSettings settings;
    private final TcpFlow flow;
    private final BytesUnderway bytes;
    private final PipeClock clock;
    private final KernelProfile senderKernel;
    private final KernelProfile receiverKernel;
    private BufferReading sender = BufferReading.ASSUMED_AUTO;
    private BufferReading receiver = BufferReading.ASSUMED_AUTO;
    private Duration rtt;
    private @Nullable Endpoint from;
    private @Nullable Endpoint to;
    private long firstTakenNanos;
    private long lastTakenNanos;

    Half(Relay relay, Direction direction, boolean probe, long establishedNanos, long nowNanos) {
        boolean up = direction == Direction.UPSTREAM;
        Path path = relay.line().path();
        Lane forward = up ? relay.upstream() : relay.downstream();
        Lane backward = up ? relay.downstream() : relay.upstream();
        this.senderKernel =
                up ? relay.request().clientKernel() : relay.request().serverKernel();
        this.receiverKernel =
                up ? relay.request().serverKernel() : relay.request().clientKernel();
        this.clock = relay.engine().clock();
        this.bytes = new BytesUnderway(relay.pool(), relay.legs().readAhead());
        long bdp = path.bandwidthDelayProduct(direction).map(DataSize::bytes).orElse(0L);
        String name = senderKernel.sysctls().congestionControl();
        this.direction = direction;
        this.rtt = probe ? Duration.ZERO : path.rtt();
        this.forward = forward;
        this.settings = FlowSettings.of(
                path, forward, probe, establishedNanos, senderKernel.sysctls().slowStartAfterIdle());
        this.flow = new TcpFlow(
                settings,
                forward,
                backward,
                this::read,
                probe ? new Uncontrolled() : CongestionControl.named(name, path.mss(), bdp),
                new ReceiverModel(receiverKernel, BufferSetting.auto(), path.mss()),
                new SendBufferModel(senderKernel, BufferSetting.auto(), path.mss()),
                nowNanos);
    }

    /** The path is another one from now on. */
    void onPathChange(Path path) {
        long bdp = path.bandwidthDelayProduct(direction).map(DataSize::bytes).orElse(0L);
        flow.onPathChange(settings.on(path, forward), bdp);
        rtt = path.rtt();
        giveInPieces();
    }

    private int read(int most) throws IOException {
        return from == null ? 0 : bytes.readFrom(from.channel(), most);
    }

    void from(Endpoint endpoint) {
        this.from = endpoint;
    }

    void to(Endpoint endpoint) {
        this.to = endpoint;
        giveInPieces();
    }

    private void giveInPieces() {
        int piece = LegPiece.of(receiver, rtt);
        bytes.writeInPiecesOf(piece);
        if (to != null && piece != LegPiece.ANY) {
            to.holdAtMost(LegPiece.HELD_PIECES * piece);
        }
    }

    TcpFlow flow() {
        return flow;
    }

    /** Takes a reading of the sending socket. */
    void sender(BufferReading reading) {
        if (!reading.equals(sender)) {
            sender = reading;
            flow.windows().sendBuffer().apply(senderKernel, reading.setting());
        }
    }

    /** Takes a reading of the receiving socket. */
    void receiver(BufferReading reading) {
        if (!reading.equals(receiver)) {
            receiver = reading;
            giveInPieces();
            flow.onReceiverRead(receiverKernel, reading.setting());
        }
    }

    /** Returns the latest reading of the sending socket. */
    BufferReading sender() {
        return sender;
    }

    /** Returns the latest reading of the receiving socket. */
    BufferReading receiver() {
        return receiver;
    }

    /** Gives the receiver what has arrived; returns whether it took all of it. */
    boolean deliver(long nowNanos) throws IOException {
        if (to != null) {
            long taken = bytes.writeTo(to.channel(), flow.deliverable());
            flow.onTaken(taken, nowNanos);
            if (taken > 0) {
                lastTakenNanos = clock.onMachine(nowNanos);
                firstTakenNanos = firstTakenNanos == 0 ? lastTakenNanos : firstTakenNanos;
            }
        }
        return flow.deliverable() == 0;
    }

    void discard() {
        bytes.discard();
    }

    FlowSample sample(long nowNanos) {
        flow.account().update(nowNanos);
        FlowCounters counters = flow.counters();
        return new FlowSample(
                flow.sent(),
                Math.max(0, flow.taken() - flow.socketUnread()),
                flow.unread(),
                flow.inFlight(),
                flow.windows().congestion().window(),
                flow.windows().receiver().window(),
                flow.windows().sendBuffer().capacity(),
                Duration.ofNanos(flow.rtt().smoothedNanos()),
                Duration.ofNanos(flow.rtt().minimumNanos()),
                counters.segments,
                counters.retransmissions,
                counters.pathLosses,
                counters.queueDrops,
                flow.account().times(),
                flow.account().idleLineTimes(),
                flow.account().waiting(nowNanos),
                flow.account().waitingOnIdleLine(nowNanos),
                sender,
                receiver,
                firstTakenNanos,
                lastTakenNanos);
    }
}
