/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.emulate;

import dev.longfatpipe.spi.Ticker;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.apiguardian.api.API;

/** A daemon thread that looks at a pipe again and again, each time when it is due. Thread-safe. */
@API(status = API.Status.INTERNAL)
public final class PeriodicLook {

    /** Looks that were missed are not made up for, but for so much. */
    private static final long LONGEST_LAG_NANOS = 20_000_000L;

    private static final long END_MILLIS = TimeUnit.SECONDS.toMillis(1);

    private final Ticker ticker;
    private final LongSupplier periodNanos;
    private final Look look;
    private final Thread thread;
    private volatile boolean ended;

    /** Looks at a pipe. */
    @FunctionalInterface
    public interface Look {

        /**
         * Looks.
         *
         * @param dueNanos when it was due
         * @param nowNanos when it is made
         * @return whether there is to be another
         */
        boolean at(long dueNanos, long nowNanos);
    }

    /**
     * Makes the thread, which is not started yet.
     *
     * @param name of the thread
     * @param periodNanos from one look to the next; asked before each
     */
    public PeriodicLook(String name, Ticker ticker, LongSupplier periodNanos, Look look) {
        this.ticker = ticker;
        this.periodNanos = periodNanos;
        this.look = look;
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    /** Begins; the first look is due after one period. */
    public void start() {
        thread.start();
    }

    private void run() {
        long due = ticker.nanos();
        boolean goesOn = true;
        while (goesOn && !ended) {
            due += periodNanos.getAsLong();
            long now = ticker.nanos();
            while (now < due && !ended) {
                LockSupport.parkNanos(due - now);
                now = ticker.nanos();
            }
            goesOn = look.at(due, now);
            due = Math.max(due, now - LONGEST_LAG_NANOS);
        }
    }

    /** Lets it end; does not wait. */
    public void end() {
        ended = true;
        LockSupport.unpark(thread);
    }

    /** Waits for its end, for a second at most. */
    public void awaitEnd() {
        try {
            thread.join(END_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
