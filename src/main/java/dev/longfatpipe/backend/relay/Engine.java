/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import dev.longfatpipe.emulate.TimerQueue;
import dev.longfatpipe.spi.Ticker;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The one thread of a pipe: waits for sockets and for the next due work, and does both. It never blocks on anything else.
 * Everything of a pipe happens on this thread; other threads reach it through {@link #call}.
 */
final class Engine implements AutoCloseable {

    /** What a selection key carries. */
    interface Ready {
        void onReady(SelectionKey key, long nowNanos);
    }

    private static final long MILLI_NANOS = 1_000_000L;
    /** Below this, the selector's own timeout, which counts whole milliseconds, is too coarse. */
    private static final long SHORT_WAIT_NANOS = 2 * MILLI_NANOS;
    /** While a short wait lasts, sockets are looked at this often. */
    private static final long POLL_NANOS = 100_000L;

    private static final long LONGEST_WAIT_MILLIS = 1_000;
    private static final long CALL_TIMEOUT_SECONDS = 10;
    private static final long LONGEST_WORK_NANOS = 2 * MILLI_NANOS;

    private final PipeClock clock;
    private final Selector selector;
    private final TimerQueue timers = new TimerQueue();
    private final Queue<Call<?>> calls = new ConcurrentLinkedQueue<>();
    private final Thread thread;
    private long dueBy;
    private @Nullable Runnable beforeNextWork;
    private volatile boolean closing;
    /** No call that is made from now on is answered. */
    private volatile boolean ended;

    private volatile @Nullable Throwable failure;

    /**
     * @param machine the clock of the machine
     * @param toleranceNanos lateness that does no harm
     */
    Engine(String name, Ticker machine, long toleranceNanos) throws IOException {
        this.clock = new PipeClock(machine, toleranceNanos);
        this.selector = Selector.open();
        this.dueBy = clock.nanos();
        this.thread = new Thread(this::run, name);
        this.thread.setDaemon(true);
        this.thread.start();
    }

    Selector selector() {
        return selector;
    }

    TimerQueue timers() {
        return timers;
    }

    PipeClock clock() {
        return clock;
    }

    /** Returns the moment up to which work is being done: what is due later waits, even if its time has come meanwhile. */
    long dueBy() {
        return dueBy;
    }

    /** Returns the CPU time of the engine's thread; 0 where the JVM cannot tell. Called on that thread. */
    long cpuNanos() {
        return Math.max(0, ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime());
    }

    /**
     * Does something on the engine's thread and waits for its result.
     *
     * @throws IOException what {@code work} threw, or when the engine does not answer
     */
    <T> T call(Callable<T> work) throws IOException {
        if (Thread.currentThread() == thread) {
            throw new IllegalStateException("the engine must not wait for itself");
        }
        CompletableFuture<T> result = new CompletableFuture<>();
        calls.add(new Call<>(work, result));
        selector.wakeup();
        if (ended) {
            abandonCalls();
        }
        return await(result);
    }

    /** Something to be done on the engine's thread, and who waits for it. */
    private record Call<T>(Callable<T> work, CompletableFuture<T> result) {

        void answer() {
            try {
                result.complete(work.call());
            } catch (Exception e) {
                result.completeExceptionally(e);
            }
        }
    }

    /** Whoever still waits, or asks from now on, learns that nothing answers any more. */
    private void abandonCalls() {
        for (Call<?> call = calls.poll(); call != null; call = calls.poll()) {
            call.result()
                    .completeExceptionally(
                            new IOException(failure == null ? "the pipe is closed" : "the pipe has failed", failure));
        }
    }

    private static <T> T await(CompletableFuture<T> result) throws IOException {
        boolean interrupted = false;
        try {
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(CALL_TIMEOUT_SECONDS);
            while (true) {
                try {
                    return result.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (TimeoutException e) {
            throw new IOException("the pipe's engine did not answer within " + CALL_TIMEOUT_SECONDS + " s", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException io) {
                throw io;
            }
            if (e.getCause() instanceof RuntimeException unchecked) {
                throw unchecked;
            }
            throw new IOException(e.getCause());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void run() {
        try {
            while (!closing) {
                begin();
                runCalls();
                runDueWork();
                if (!closing) {
                    awaitNext();
                    dispatchReady();
                }
            }
        } catch (IOException | RuntimeException | Error e) {
            failure = e;
        } finally {
            try {
                closeQuietly();
            } finally {
                ended = true;
                abandonCalls();
            }
        }
    }

    /** Answers what has been asked by now; what is asked after an answer waits until the sockets have been served once more. */
    private void runCalls() {
        for (int left = calls.size(); left > 0; left--) {
            calls.remove().answer();
        }
    }

    /**
     * Lets something be done once, before any due work is done or any socket is served from now on. Called on the engine's
     * thread.
     */
    void beforeNextWork(Runnable work) {
        beforeNextWork = work;
    }

    private void announceWork() {
        Runnable work = beforeNextWork;
        beforeNextWork = null;
        if (work != null) {
            work.run();
        }
    }

    private void runDueWork() {
        begin();
        if (timers.nextNanos() <= dueBy) {
            announceWork();
            workOffWhatIsDue();
        }
    }

    /** Does what is due by now, but for no longer than an engine that cannot keep up may keep sockets and callers waiting. */
    private void workOffWhatIsDue() {
        while (timers.runNext(dueBy)) {
            if (clock.nanos() - dueBy > LONGEST_WORK_NANOS) {
                return;
            }
        }
    }

    private void awaitNext() throws IOException {
        long next = timers.nextNanos();
        long wait = next == Long.MAX_VALUE ? Long.MAX_VALUE : next - clock.nanos();
        if (wait > SHORT_WAIT_NANOS) {
            selector.select(Math.min(LONGEST_WAIT_MILLIS, wait / MILLI_NANOS - 1));
        } else if (selector.selectNow() == 0 && wait > 0 && calls.isEmpty()) {
            LockSupport.parkNanos(Math.min(wait, POLL_NANOS));
        }
    }

    private void dispatchReady() {
        if (selector.selectedKeys().isEmpty()) {
            return;
        }
        announceWork();
        catchUp();
        for (SelectionKey key : selector.selectedKeys()) {
            if (key.isValid()) {
                ((Ready) key.attachment()).onReady(key, dueBy);
            }
        }
        selector.selectedKeys().clear();
    }

    /**
     * Does what was due before the sockets are served. Their bytes would be in front of it on the line otherwise, and a late
     * packet would find a queue that had not been there at its time.
     */
    private void catchUp() {
        begin();
        workOffWhatIsDue();
    }

    /** Looks at the clock, and at how late the engine is, whatever it is going to do. */
    private void begin() {
        dueBy = clock.begin(timers.nextNanos());
    }

    private void closeQuietly() {
        for (SelectionKey key : selector.keys()) {
            try {
                key.channel().close();
            } catch (IOException e) {
                // The descriptor is gone either way.
            }
        }
        try {
            selector.close();
        } catch (IOException e) {
            // The same.
        }
    }

    /** Ends the thread and closes every registered channel. Waits until that has happened. Closing twice does nothing. */
    @Override
    public void close() {
        closing = true;
        selector.wakeup();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join(TimeUnit.SECONDS.toMillis(CALL_TIMEOUT_SECONDS));
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
