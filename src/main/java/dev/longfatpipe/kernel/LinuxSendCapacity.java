/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.kernel;

import dev.longfatpipe.units.DataSize;

/** The send buffer of one Linux socket, counted as the kernel counts it: in memory, a whole segment at a time. */
final class LinuxSendCapacity {

    /** SOCK_MIN_SNDBUF of include/net/sock.h on 64-bit machines. */
    static final long MIN_BUFFER = 2 * LinuxReceiveWindow.MIN_BUFFER;

    /** The most that setsockopt takes before it doubles: INT_MAX / 2. */
    private static final long MAX_SETTING = Integer.MAX_VALUE / 2;

    private final WindowLaw law;
    private final Sysctls sysctls;
    private final int mss;

    LinuxSendCapacity(WindowLaw law, Sysctls sysctls, int mss) {
        this.law = law;
        this.sysctls = sysctls;
        this.mss = mss;
    }

    SendCapacity of(BufferSetting setting) {
        return setting.requested().map(this::explicit).orElseGet(this::auto);
    }

    private SendCapacity explicit(DataSize requested) {
        long limit = Math.min(sysctls.wmemMax(), MAX_SETTING);
        long buffer = Math.max(2 * Math.min(requested.bytes(), limit), MIN_BUFFER);
        return new SendCapacity(payload(buffer), requested.bytes() > limit, DataSize.ofBytes(buffer / 2));
    }

    private SendCapacity auto() {
        long initial = sysctls.tcpWmem().initial();
        long largest = Math.max(initial, sysctls.tcpWmem().max());
        return new SendCapacity(payload(largest), false, DataSize.ofBytes(initial / 2));
    }

    /**
     * sk_stream_memory_free lets a segment in while the memory in use is still below the buffer, so that the last one may
     * stand out of it: 58 segments, 132,240 bytes of memory, in a buffer of 131,072 (measured on Linux 6.18).
     */
    private DataSize payload(long buffer) {
        long truesize = law.truesize(mss);
        return DataSize.ofBytes((buffer + truesize - 1) / truesize * mss);
    }
}
