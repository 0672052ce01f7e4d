/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** Closes things within a time limit, and throws nothing: the outcome of a test is not for its clean-up to decide. */
final class Cleanup {

    private final Duration atMost;

    Cleanup(Duration atMost) {
        this.atMost = atMost;
    }

    /** Closes something; answers what is to be told about it, if it went wrong. */
    Optional<String> close(String what, Runnable close) {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread closer = new Thread(close, "longfatpipe-close");
        closer.setDaemon(true);
        closer.setUncaughtExceptionHandler((thread, problem) -> thrown.set(problem));
        closer.start();
        try {
            closer.join(atMost.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the test's thread is wanted elsewhere: leave the rest to the closer
        }
        if (closer.isAlive()) {
            return Optional.of(what + " could not be closed within " + atMost.toMillis()
                    + " ms; closing goes on in the background");
        }
        return Optional.ofNullable(thrown.get()).map(problem -> what + " could not be closed: " + problem);
    }
}
