/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;

/** CPU time of the one thread that serves the pipe that is open. */
final class EngineTime {

    private static final String NAME = "longfatpipe-relay";
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private EngineTime() {}

    /** Returns it in nanoseconds, of the only pipe of this JVM. */
    static long nanos() {
        for (ThreadInfo thread : THREADS.getThreadInfo(THREADS.getAllThreadIds())) {
            if (thread != null && thread.getThreadName().startsWith(NAME)) {
                return THREADS.getThreadCpuTime(thread.getThreadId());
            }
        }
        throw new IllegalStateException("there is no thread [" + NAME + "]: is a pipe of the relay open?");
    }
}
