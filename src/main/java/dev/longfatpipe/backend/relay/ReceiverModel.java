/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import dev.longfatpipe.kernel.BufferSetting;
import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.kernel.ReceiveWindow;

/**
 * The window that a receiver advertises: constant for an explicit SO_RCVBUF, growing by dynamic right-sizing for an
 * auto-tuned one.
 *
 * <p>Right-sizing as in {@code tcp_rcv_space_adjust} of {@code net/ipv4/tcp_input.c}: once per round trip the window becomes
 * twice what the application took in that round trip plus 16 segments, and more while that is still growing, never above
 * the share of tcp_rmem[2] that the kernel profile's window law gives.
 */
final class ReceiverModel {

    private static final int HEADROOM_SEGMENTS = 16;

    private final int segmentBytes;
    private boolean automatic;
    private long window;
    private long largest;
    private int scale;
    private long periodStartNanos = Long.MIN_VALUE;
    private long copiedInPeriod;
    private long copiedBefore;

    ReceiverModel(KernelProfile kernel, BufferSetting setting, int segmentBytes) {
        this.segmentBytes = segmentBytes;
        apply(kernel, setting);
        this.copiedBefore = Math.min(10L * segmentBytes, window); // tcp_init_buffer_space
    }

    /** Takes a reading of the application's socket; a window that was advertised is never taken back. */
    void apply(KernelProfile kernel, BufferSetting setting) {
        ReceiveWindow law = kernel.receiveWindow(setting, segmentBytes);
        automatic = setting.isAuto();
        largest = law.maximum().bytes();
        scale = law.scale();
        window = automatic ? Math.max(window, law.initial().bytes()) : largest;
    }

    /** Returns what the receiver would advertise with nothing unread. */
    long window() {
        return window;
    }

    int scale() {
        return scale;
    }

    /**
     * The application took bytes from its socket.
     *
     * @param bytes how many
     * @param nowNanos when
     * @param rttNanos the receiver's estimate of the round-trip time
     */
    void onCopied(long bytes, long nowNanos, long rttNanos) {
        if (!automatic || window >= largest) {
            return;
        }
        if (periodStartNanos == Long.MIN_VALUE) {
            periodStartNanos = nowNanos;
        }
        copiedInPeriod += bytes;
        if (nowNanos - periodStartNanos < rttNanos) {
            return;
        }
        if (copiedInPeriod > copiedBefore) {
            double base = 2.0 * copiedInPeriod + (double) HEADROOM_SEGMENTS * segmentBytes;
            double growth = base * (copiedInPeriod - copiedBefore) / copiedBefore;
            window = Math.max(window, (long) Math.min(base + 2 * growth, (double) largest));
            copiedBefore = copiedInPeriod;
        }
        periodStartNanos = nowNanos;
        copiedInPeriod = 0;
    }
}
