/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;

/**
 * What this JVM has of the machine. Memory is counted after a collection.
 *
 * @param threads all that live
 * @param descriptors open ones of this process
 * @param directMemory bytes outside the heap
 */
record MachineUse(int threads, int descriptors, long directMemory) {

    private static final long SETTLED_NANOS = 300_000_000L;

    static MachineUse now() {
        System.gc();
        String[] open = new File("/proc/self/fd").list();
        assumeTrue(open != null, "descriptors cannot be counted on this system");
        long direct = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
        return new MachineUse(Thread.getAllStackTraces().size(), open.length, direct);
    }

    /** Waits until what earlier tests left is gone: until nothing has changed for a while. */
    static MachineUse settled() throws InterruptedException {
        MachineUse[] seen = {now()};
        long[] since = {System.nanoTime()};
        Relayed.await("what earlier tests left is gone", () -> {
            MachineUse current = now();
            if (!current.equals(seen[0]) || testThreads() > 0) {
                seen[0] = current;
                since[0] = System.nanoTime();
            }
            return System.nanoTime() - since[0] > SETTLED_NANOS;
        });
        return seen[0];
    }

    /** Those of pipes. */
    static long engineThreads() {
        return threads("longfatpipe");
    }

    /** Those of {@link TestServer} and of other helpers of tests. */
    static long testThreads() {
        return threads("test-");
    }

    private static long threads(String prefix) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith(prefix))
                .count();
    }
}
