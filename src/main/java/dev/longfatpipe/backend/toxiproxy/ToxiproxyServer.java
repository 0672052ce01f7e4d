/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.toxiproxy;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A Toxiproxy server that pipes of this JVM share. Thread-safe. */
final class ToxiproxyServer {

    private static final long CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final ToxiproxyApi api;
    private final Place place;
    private final ReentrantLock checking = new ReentrantLock();
    private volatile @Nullable String failure;
    private volatile long checkedNanos;

    /** One that has answered just now. */
    ToxiproxyServer(ToxiproxyApi api, Place place, long nowNanos) {
        this.api = api;
        this.place = place;
        this.checkedNanos = nowNanos;
    }

    ToxiproxyApi api() {
        return api;
    }

    Place place() {
        return place;
    }

    /** Asks the server whether it lives, unless somebody has asked just now or is asking. A server that has died stays dead. */
    void check(long nowNanos) {
        if (failure == null && nowNanos - checkedNanos >= CHECK_NANOS && checking.tryLock()) {
            try {
                ask(nowNanos);
            } finally {
                checking.unlock();
            }
        }
    }

    /** Asks the server whether it lives, also when somebody has asked just now. */
    void checkNow(long nowNanos) {
        checking.lock();
        try {
            ask(nowNanos);
        } finally {
            checking.unlock();
        }
    }

    private void ask(long nowNanos) {
        if (failure != null) {
            return;
        }
        try {
            api.version();
        } catch (ToxiproxyApi.Refused lives) {
            // Whatever it says, it answers.
        } catch (IOException e) {
            failure = e.getMessage() + "; what crosses a pipe when that happens is cut off";
            return;
        }
        checkedNanos = nowNanos;
    }

    /** Returns why the server is no more, as far as it is known. */
    Optional<String> failure() {
        return Optional.ofNullable(failure);
    }
}
