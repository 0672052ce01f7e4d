/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import dev.longfatpipe.emulate.Lane;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A {@link TcpFlow} between a source and a reader that exist in memory only, on the clock of its {@link DrivenPipe}. Writes down
 * when which byte arrived.
 */
final class DrivenFlow {

    /** That so many bytes of the stream had arrived at a time. */
    record Arrival(long nanos, long total) {}

    private final DrivenPipe pipe;
    private final TcpFlow flow;
    private final Lane forward;
    private final List<Arrival> arrivals = new ArrayList<>();
    private long offered;
    private boolean endOffered;
    private boolean reading = true;
    private long seen;
    private long largestInFlight;

    DrivenFlow(DrivenPipe pipe, DrivenPipe.Sender sender) {
        this.pipe = pipe;
        this.flow = sender.connect(this::read);
        this.forward = sender.lane();
        hand();
    }

    private int read(int most) {
        if (offered == 0 && endOffered) {
            return -1;
        }
        int bytes = (int) Math.min(most, offered);
        offered -= bytes;
        return bytes;
    }

    /** The application writes. */
    DrivenFlow offer(long bytes) {
        offered = Math.addExact(offered, bytes);
        return readable();
    }

    /** The application writes and never stops. */
    DrivenFlow offerForever() {
        offered = Long.MAX_VALUE / 2;
        return readable();
    }

    /** The application ends its stream. */
    DrivenFlow end() {
        endOffered = true;
        return readable();
    }

    DrivenFlow readable() {
        try {
            if (flow.wantsSource()) {
                flow.onReadable(pipe.now());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    /** The reader stops to read; what arrives is refused by its socket. */
    void stopReading() {
        reading = false;
    }

    /** The reader takes what has arrived, and what will. */
    void resumeReading() {
        reading = true;
        hand();
    }

    /** The reader takes so many bytes of those that have arrived. */
    void take(long bytes) {
        flow.onTaken(bytes, pipe.now());
    }

    Lane forward() {
        return forward;
    }

    long nextNanos() {
        return flow.nextNanos();
    }

    /** Does the first thing that is due, and notes what arrived as of the time at which it was due. */
    void advance(long nowNanos) {
        long due = flow.nextNanos();
        try {
            if (!flow.advance(nowNanos)) {
                throw new AssertionError("nothing was done at " + nowNanos + " although " + due + " is due");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        note(due);
        if (flow.wantsSource() && (offered > 0 || endOffered)) {
            readable();
        }
        largestInFlight = Math.max(largestInFlight, flow.inFlight());
    }

    private void note(long nanos) {
        long total = flow.taken() + flow.deliverable();
        if (total > seen) {
            seen = total;
            arrivals.add(new Arrival(nanos, total));
        }
    }

    /** Hands over what has arrived, as the relay does after its work. */
    void hand() {
        flow.onTaken(reading ? flow.deliverable() : 0, pipe.now());
    }

    TcpFlow flow() {
        return flow;
    }

    List<Arrival> arrivals() {
        return arrivals;
    }

    /** Returns when a byte of the stream arrived, the first being number 1. */
    long arrivalNanosOf(long number) {
        return arrivals.stream()
                .filter(arrival -> arrival.total() >= number)
                .findFirst()
                .orElseThrow(() -> new AssertionError("byte " + number + " has not arrived; only " + seen + " have"))
                .nanos();
    }

    /** Returns the bytes that had arrived by a time. */
    long arrivedBy(long nanos) {
        long total = 0;
        for (Arrival arrival : arrivals) {
            if (arrival.nanos() > nanos) {
                break;
            }
            total = arrival.total();
        }
        return total;
    }

    long arrivedBetween(long fromNanos, long toNanos) {
        return arrivedBy(toNanos) - arrivedBy(fromNanos);
    }

    long largestInFlight() {
        return largestInFlight;
    }
}
