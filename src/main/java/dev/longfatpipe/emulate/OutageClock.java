/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.emulate;

import java.time.Duration;
import org.apiguardian.api.API;

/** For how long a line has been cut, all times together. Not thread-safe. */
@API(status = API.Status.INTERNAL)
public final class OutageClock {

    private boolean cut;
    private long sinceNanos;
    private long beforeNanos;

    /** The line is down from now on; one that is down already stays so. */
    public void cut(long nowNanos) {
        if (!cut) {
            cut = true;
            sinceNanos = nowNanos;
        }
    }

    /** The line is up from now on. */
    public void restore(long nowNanos) {
        beforeNanos = total(nowNanos).toNanos();
        cut = false;
    }

    /** Returns whether the line is down. */
    public boolean isCut() {
        return cut;
    }

    /** Returns for how long it has been down until now. */
    public Duration total(long nowNanos) {
        return Duration.ofNanos(beforeNanos + (cut ? Math.max(0, nowNanos - sinceNanos) : 0));
    }
}
