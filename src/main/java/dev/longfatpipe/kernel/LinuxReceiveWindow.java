/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.kernel;

import dev.longfatpipe.units.DataSize;

/**
 * The receive window of one Linux socket, step by step as the kernel computes it.
 *
 * <p>Names in quotes are functions of net/ipv4: tcp_output.c ("tcp_select_initial_window", "__tcp_select_window") and
 * tcp_input.c ("tcp_init_buffer_space", "tcp_grow_window", "tcp_rcv_space_adjust").
 */
final class LinuxReceiveWindow {

    /** SOCK_MIN_RCVBUF of include/net/sock.h on 64-bit machines: 2048 bytes and an aligned struct sk_buff. */
    static final long MIN_BUFFER = 2048 + 256;

    /** The most that setsockopt takes before it doubles: INT_MAX / 2. */
    private static final long MAX_SETTING = Integer.MAX_VALUE / 2;

    private final WindowLaw law;
    private final Sysctls sysctls;
    private final int mss;

    LinuxReceiveWindow(WindowLaw law, Sysctls sysctls, int mss) {
        this.law = law;
        this.sysctls = sysctls;
        this.mss = mss;
    }

    ReceiveWindow of(BufferSetting setting) {
        return setting.requested().map(this::explicit).orElseGet(this::auto);
    }

    private ReceiveWindow explicit(DataSize requested) {
        long limit = Math.min(sysctls.rmemMax(), MAX_SETTING);
        long buffer = Math.max(2 * Math.min(requested.bytes(), limit), MIN_BUFFER);
        // A locked buffer clamps the window from the SYN on, and with it the scale: tcp_rmem and rmem_max have no say.
        int scale = scaleFor(WindowLaw.initialShare(buffer));
        return window(buffer, buffer, scale, requested.bytes() > limit);
    }

    private ReceiveWindow auto() {
        TcpMemory rmem = sysctls.tcpRmem();
        long growthLimit = Math.max(rmem.max(), sysctls.rmemMax());
        int scale = scaleFor(Math.max(WindowLaw.initialShare(rmem.initial()), growthLimit));
        // tcp_rmem[2] bounds growth only: below the initial buffer it takes nothing away.
        return window(rmem.initial(), Math.max(rmem.initial(), rmem.max()), scale, false);
    }

    private ReceiveWindow window(long buffer, long grownBuffer, int scale, boolean capped) {
        long clamp = grownBuffer > buffer ? law.share(grownBuffer, mss) : clampOfUngrown(buffer, scale);
        long maximum = advertised(grownBuffer, clamp, law.truesize(mss), scale);
        return new ReceiveWindow(
                DataSize.ofBytes(Math.min(initialWindow(buffer), maximum)),
                DataSize.ofBytes(maximum),
                scale,
                capped,
                DataSize.ofBytes(buffer / 2));
    }

    private int scaleFor(long space) {
        return sysctls.windowScaling() ? WindowScale.offeredFor(space) : 0;
    }

    /** The window of the SYN, which is never scaled: whole segments, 65535 bytes at most. */
    private long initialWindow(long buffer) {
        long space = WindowLaw.initialShare(buffer);
        long wholeSegments = space > mss ? space / mss * mss : space;
        return Math.min(wholeSegments, WindowScale.UNSCALED_MAX);
    }

    /**
     * The clamp of a buffer that has its first size. "tcp_init_buffer_space" holds one segment back; with the law of 6.6 the
     * first segment sets the clamp anew, to the whole share.
     */
    private long clampOfUngrown(long buffer, int scale) {
        long share = law.share(buffer, mss);
        if (!law.keepsOneSegmentBack()) {
            return share;
        }
        long clamp = Math.min(share, WindowScale.largestWindowBytes(scale));
        if (clamp > 2L * mss && clamp + mss > share) {
            clamp = Math.max(2L * mss, share - mss);
        }
        return clamp;
    }

    /**
     * The window at its largest: "tcp_grow_window" stops at the clamp and at the room that the segment in hand leaves, and
     * "__tcp_select_window" rounds: up to the scale or, where that is 0, down to whole segments.
     *
     * @param inHand memory of the segment that is in the buffer when the window is computed: a full one for {@link #of}, the
     *     case of a stream without pauses. The windows measured on Linux 6.18 are met to the byte with 456 + 832, the last
     *     segment of a write of 16 KiB.
     */
    long advertised(long buffer, long clamp, long inHand, int scale) {
        long window = Math.min(clamp, law.share(Math.max(buffer - inHand, 0), mss));
        if (scale > 0) {
            return WindowScale.advertised(window, scale);
        }
        if (window >= WindowScale.UNSCALED_MAX) {
            return WindowScale.UNSCALED_MAX;
        }
        return window > mss ? window / mss * mss : window;
    }
}
