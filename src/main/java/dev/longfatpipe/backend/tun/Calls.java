/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** What other threads ask the engine's to do. */
final class Calls {

    private static final long TIMEOUT_SECONDS = 10;

    private final Queue<Call<?>> waiting = new ConcurrentLinkedQueue<>();
    private final Runnable wake;
    private volatile @Nullable Throwable failure;
    /** No call that is made from now on is answered. */
    private volatile boolean ended;

    /** @param wake lets the engine's thread look for calls */
    Calls(Runnable wake) {
        this.wake = wake;
    }

    private record Call<T>(Callable<T> work, CompletableFuture<T> result) {

        void answer() {
            try {
                result.complete(work.call());
            } catch (Exception e) {
                result.completeExceptionally(e);
            }
        }
    }

    /**
     * Lets something be done, and waits for its result.
     *
     * @throws IOException what it threw, or when the engine does not answer
     */
    <T> T call(Callable<T> work) throws IOException {
        CompletableFuture<T> result = new CompletableFuture<>();
        waiting.add(new Call<>(work, result));
        if (ended) {
            abandon();
        } else {
            wake.run();
        }
        boolean interrupted = Thread.interrupted();
        try {
            return await(result);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static <T> T await(CompletableFuture<T> result) throws IOException {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return result.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (TimeoutException e) {
            throw new IOException("the pipe's engine did not answer within " + TIMEOUT_SECONDS + " s", e);
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

    /** Does what has been asked by now. On the engine's thread. */
    void answerAll() {
        for (int left = waiting.size(); left > 0; left--) {
            waiting.remove().answer();
        }
    }

    /** The engine has failed. */
    void failed(Throwable why) {
        failure = why;
    }

    /** Whoever still waits, or asks from now on, learns that nothing answers any more. */
    void ended() {
        ended = true;
        abandon();
    }

    private void abandon() {
        String what = failure == null ? "the pipe is closed" : "the pipe has failed: " + failure.getMessage();
        for (Call<?> call = waiting.poll(); call != null; call = waiting.poll()) {
            call.result().completeExceptionally(new IOException(what, failure));
        }
    }

    /** Waits for a thread to end, whether interrupted or not. */
    static boolean joined(Thread thread) {
        boolean interrupted = false;
        while (true) {
            try {
                thread.join(TimeUnit.SECONDS.toMillis(TIMEOUT_SECONDS));
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }
}
