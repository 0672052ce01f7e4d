/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.emulate;

import java.util.PriorityQueue;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** What is to be done when, in order of time; what is due at the same time in the order in which it was asked for. */
@API(status = API.Status.INTERNAL)
public final class TimerQueue {

    private final PriorityQueue<Timer> timers = new PriorityQueue<>();
    private long order;

    /** Something to be done at a time. */
    public static final class Timer implements Comparable<Timer> {
        public final long dueNanos;
        private final long order;
        private final Runnable work;
        private boolean cancelled;

        private Timer(long dueNanos, long order, Runnable work) {
            this.dueNanos = dueNanos;
            this.order = order;
            this.work = work;
        }

        /** Lets it not be done. */
        public void cancel() {
            cancelled = true;
        }

        @Override
        public int compareTo(Timer other) {
            int byTime = Long.compare(dueNanos, other.dueNanos);
            return byTime != 0 ? byTime : Long.compare(order, other.order);
        }
    }

    public Timer at(long dueNanos, Runnable work) {
        Timer timer = new Timer(dueNanos, order++, work);
        timers.add(timer);
        return timer;
    }

    /** Returns when the next work is due; {@link Long#MAX_VALUE} when there is none. */
    public long nextNanos() {
        Timer next = peek();
        return next == null ? Long.MAX_VALUE : next.dueNanos;
    }

    /**
     * Does the next work if it is due.
     *
     * @return whether there was any
     */
    public boolean runNext(long nowNanos) {
        Timer next = peek();
        if (next == null || next.dueNanos > nowNanos) {
            return false;
        }
        timers.remove();
        next.work.run();
        return true;
    }

    private @Nullable Timer peek() {
        Timer next = timers.peek();
        while (next != null && next.cancelled) {
            timers.remove();
            next = timers.peek();
        }
        return next;
    }
}
