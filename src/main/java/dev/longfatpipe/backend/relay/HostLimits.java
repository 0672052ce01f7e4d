/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import dev.longfatpipe.kernel.BufferSetting;
import dev.longfatpipe.observe.BufferReading;
import dev.longfatpipe.observe.BufferReading.Source;
import dev.longfatpipe.units.DataSize;

/**
 * The largest buffers that this host grants. A socket that has just as much may have asked for more, which is cut without a
 * word; how much more, only a declaration tells. The kernel profile in force then grants it or not, so that a test about
 * production's kernel gives the same on a host with small limits.
 *
 * @param rmemMax net.core.rmem_max of this host
 * @param wmemMax net.core.wmem_max of this host
 */
record HostLimits(long rmemMax, long wmemMax) {

    /** What the application asked for as SO_RCVBUF. */
    BufferReading uncutReceive(BufferReading found, BufferSetting declared) {
        return uncut(found, declared, rmemMax);
    }

    /** What the application asked for as SO_SNDBUF. */
    BufferReading uncutSend(BufferReading found, BufferSetting declared) {
        return uncut(found, declared, wmemMax);
    }

    private static BufferReading uncut(BufferReading found, BufferSetting declared, long most) {
        boolean atMost = !found.setting().isAuto() && found.granted().bytes() == most;
        boolean moreDeclared = declared.requested().map(DataSize::bytes).orElse(0L) > most;
        return atMost && moreDeclared
                ? new BufferReading(declared, found.granted(), found.windowScale(), Source.DECLARED)
                : found;
    }
}
