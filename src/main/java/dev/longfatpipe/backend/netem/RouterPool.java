/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The router containers of this JVM: to start one takes a second, to use one again a few milliseconds. All are removed when the JVM
 * ends, within a time limit; those of a JVM that was killed are when the next one starts its first. Thread-safe.
 */
final class RouterPool {

    static final RouterPool OF_THIS_JVM = new RouterPool();

    private static final long LIMIT_SECONDS = 20;

    private final List<RouterContainer> idle = new ArrayList<>();
    private final List<RouterContainer> all = new ArrayList<>();
    private boolean begun;

    private RouterPool() {}

    /**
     * Returns a router that is ready for a pipe.
     *
     * @param image the image that a property names
     * @param mtu of the pipe
     * @throws IOException when there is none; the message says why and what would help
     */
    RouterContainer take(Optional<String> image, int mtu) throws IOException {
        synchronized (this) {
            for (RouterContainer each : idle) {
                if (each.mtu() == mtu && image.map(each.image()::equals).orElse(true)) {
                    idle.remove(each);
                    return each;
                }
            }
        }
        Docker docker = Docker.connect();
        begin(docker);
        RouterContainer router = RouterContainer.start(docker, image, mtu);
        synchronized (this) {
            all.add(router);
        }
        return router;
    }

    private synchronized void begin(Docker docker) {
        if (!begun) {
            Machine.sweep(docker);
            Runtime.getRuntime().addShutdownHook(new Thread(this::end, "longfatpipe-netem-end"));
            begun = true;
        }
    }

    /** Takes a router back for the next pipe; one that does not work any more is removed. */
    void giveBack(RouterContainer router, boolean led) {
        try {
            router.renew(led);
            synchronized (this) {
                idle.add(router);
            }
        } catch (IOException | RuntimeException e) {
            synchronized (this) {
                all.remove(router);
            }
            router.stop();
        }
    }

    /** A JVM must not take long to end because a daemon does not answer. */
    private void end() {
        Thread remover = new Thread(this::removeAll, "longfatpipe-netem-remover");
        remover.setDaemon(true);
        remover.start();
        try {
            remover.join(TimeUnit.SECONDS.toMillis(LIMIT_SECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void removeAll() {
        List<RouterContainer> left;
        synchronized (this) {
            left = List.copyOf(all);
            all.clear();
            idle.clear();
        }
        left.forEach(RouterContainer::stop);
    }
}
