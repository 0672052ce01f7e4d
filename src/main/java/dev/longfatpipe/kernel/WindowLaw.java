/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.kernel;

import org.apiguardian.api.API;

/**
 * How a kernel turns the memory of a socket buffer into bytes of payload: the part that differs between Linux releases.
 *
 * <p>A buffer of {@code rb} bytes (twice what setsockopt was given) holds segments together with their bookkeeping. How much
 * of it may be advertised as window was a fixed half until Linux 6.5; Linux 6.6 brought {@code tcp_scaling_ratio}
 * (commit dfa2f0483360, "tcp: get rid of sysctl_tcp_adv_win_scale"), which measures payload against memory on the segments
 * that arrive.
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public enum WindowLaw {

    /**
     * Kernels before 6.6: half of the buffer, {@code tcp_win_from_space} with {@code tcp_adv_win_scale = 1}.
     *
     * <p>Measured on Linux 6.1.176; a segment of 1448 bytes costs its sender 1448 + 1280 bytes of send buffer there.
     */
    LINUX_6_1(1280) {
        @Override
        long share(long space, int mss) {
            return space - (space >> 1);
        }

        @Override
        boolean keepsOneSegmentBack() {
            return true;
        }
    },

    /**
     * Kernels from 6.6: payload / memory of the segments that arrive, in 256ths.
     *
     * <p>Measured on Linux 6.18 with single segments of 1448 bytes on a veth pair, where a segment occupies 1448 + 832 bytes:
     * 162/256 = 0.633 of the buffer, 1.26 times the SO_RCVBUF. What a segment occupies depends on the driver of the
     * receiving card; with receive offload (GRO) segments arrive merged and the same kernel gives 229/256.
     */
    LINUX_6_18(832) {
        @Override
        long share(long space, int mss) {
            return (space * scalingRatio(mss, truesize(mss))) >> RATIO_BITS;
        }

        @Override
        boolean keepsOneSegmentBack() {
            return false;
        }
    };

    /** TCP_RMEM_TO_WIN_SCALE of include/net/tcp.h. */
    private static final int RATIO_BITS = 8;

    private final int overheadBytes;

    WindowLaw(int overheadBytes) {
        this.overheadBytes = overheadBytes;
    }

    /** Bytes of window in a receive buffer of this many bytes, as {@code tcp_win_from_space} computes it once data flows. */
    abstract long share(long space, int mss);

    /** Whether the window clamp stays one segment below the share for as long as the buffer does not grow. */
    abstract boolean keepsOneSegmentBack();

    /**
     * Memory that one full segment is charged with. The overhead (struct sk_buff, shared info, head room) is measured at an
     * MSS of 1448 and taken to be the same for others.
     */
    int truesize(int mss) {
        return mss + overheadBytes;
    }

    /** The ratio of {@code tcp_measure_rcv_mss} in net/ipv4/tcp_input.c: 256ths, in a byte, never zero. */
    static long scalingRatio(long payload, long truesize) {
        return Math.max(1, (payload << RATIO_BITS) / truesize);
    }

    /**
     * The share before any data has arrived, for the window of the handshake: half on both (the first
     * releases with the law of 6.6 began with 66/256, which is not modelled).
     */
    static long initialShare(long space) {
        return space - (space >> 1);
    }
}
