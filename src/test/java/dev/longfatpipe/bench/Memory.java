/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.bench;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;

/** What this JVM holds: live objects on the heap, and direct buffers. */
final class Memory {

    private static final int COLLECTIONS = 4;

    private Memory() {}

    /** Returns heap and direct bytes in use after the garbage has been collected. */
    static long heldBytes() throws InterruptedException {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
            TimeUnit.MILLISECONDS.sleep(50);
            long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
            least = Math.min(least, heap + directBytes());
        }
        return least;
    }

    /** Returns the bytes of direct buffers, collected or not. */
    static long directBytes() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }
}
