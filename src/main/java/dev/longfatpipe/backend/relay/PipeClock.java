/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import dev.longfatpipe.emulate.PunctualityMeter;
import dev.longfatpipe.spi.Ticker;

/**
 * The time of a pipe: that of the machine, less what the machine slept through.
 *
 * <p>Work that is late by less than a tenth of a second is done as of the time at which it was due. An engine that was away for longer
 * cannot make up for it: it would live ever further in the past, with no time left for what is new, and the applications, whose
 * buffers hold little, had nothing to send or to read with meanwhile. So the pipe's time stood still then. Nothing of the path has
 * noticed: what was due one after the other is still due so long one after the other, and no round trip became longer.
 *
 * <p>{@link #nanos()} may be called by any thread, {@link #begin} by that of the engine alone.
 */
final class PipeClock implements Ticker {

    /** Work is done as of a time that is at most so long ago. */
    static final long LONGEST_LAG_NANOS = 100_000_000L;

    private final Ticker machine;
    private final PunctualityMeter punctuality;
    private volatile long stoodNanos;

    /**
     * @param machine the machine's clock
     * @param toleranceNanos lateness that does no harm
     */
    PipeClock(Ticker machine, long toleranceNanos) {
        this.machine = machine;
        this.punctuality = new PunctualityMeter(toleranceNanos, machine.nanos());
    }

    @Override
    public long nanos() {
        return machine.nanos() - stoodNanos;
    }

    /**
     * What is due may be begun.
     *
     * @param dueNanos when the first of it was due; {@link Long#MAX_VALUE} when nothing is
     * @return the time it is now, which is at most {@link #LONGEST_LAG_NANOS} after {@code dueNanos}
     */
    long begin(long dueNanos) {
        long now = nanos();
        if (dueNanos > now) {
            return now;
        }
        punctuality.begun(onMachine(dueNanos), onMachine(now));
        long tooLate = now - dueNanos - LONGEST_LAG_NANOS;
        if (tooLate <= 0) {
            return now;
        }
        stand(tooLate);
        return now - tooLate;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // by one thread only
    private void stand(long nanos) {
        stoodNanos += nanos;
    }

    /** Returns what the machine's clock shows, or has shown since the pipe's time stood still last, at a time of the pipe. */
    long onMachine(long nanos) {
        return nanos + stoodNanos;
    }

    PunctualityMeter punctuality() {
        return punctuality;
    }
}
