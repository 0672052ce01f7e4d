/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.kernel;

import dev.longfatpipe.units.DataSize;
import org.apiguardian.api.API;

/**
 * The window scale option of RFC 7323: the 16-bit window of a segment counts units of {@code 2^scale} bytes.
 *
 * <p>The scale travels in the SYN only, so that it is fixed before the first byte. If either side leaves it out, both count
 * bytes and no window exceeds 65535.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc7323#section-2">RFC 7323, section 2</a>
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class WindowScale {

    /** The largest scale: 14 (RFC 7323, section 2.3). */
    public static final int MAX = 14;

    /** The largest window without the option: 65535 bytes. */
    static final long UNSCALED_MAX = 65_535;

    private WindowScale() {}

    /**
     * The largest window that a scale can express: {@code 65535 << scale}; 65,535 bytes for 0, 4,194,240 for 6,
     * 1,073,725,440 for 14.
     *
     * @param scale 0 to 14
     * @throws IllegalArgumentException if the scale is outside that range
     */
    public static DataSize largestWindow(int scale) {
        return DataSize.ofBytes(largestWindowBytes(scale));
    }

    /**
     * The least scale that can express a window, which is what an application needs to reach it.
     *
     * @throws IllegalArgumentException if the window exceeds 1,073,725,440 bytes, the largest of all
     */
    public static int leastScaleFor(DataSize window) {
        for (int scale = 0; scale <= MAX; scale++) {
            if (window.bytes() <= largestWindowBytes(scale)) {
                return scale;
            }
        }
        throw new IllegalArgumentException("window [" + window + "] exceeds the largest of TCP, "
                + largestWindowBytes(MAX) + " bytes at scale " + MAX + ": spread it over several connections");
    }

    static long largestWindowBytes(int scale) {
        if (scale < 0 || scale > MAX) {
            throw new IllegalArgumentException("window scale [" + scale + "] is outside 0 to " + MAX
                    + ": write 7 for windows of up to 8388480 bytes");
        }
        return UNSCALED_MAX << scale;
    }

    /**
     * The scale that Linux puts into its SYN for a receive buffer whose window may grow to this many bytes:
     * {@code clamp(ilog2(space) - 15, 0, 14)}, tcp_select_initial_window in net/ipv4/tcp_output.c.
     */
    static int offeredFor(long space) {
        int ilog2 = Long.SIZE - 1 - Long.numberOfLeadingZeros(Math.max(1, space));
        return Math.max(0, Math.min(MAX, ilog2 - 15));
    }

    /** A window as the peer reads it: rounded up to a multiple of {@code 2^scale}, and no more than the scale can express. */
    static long advertised(long window, int scale) {
        long unit = 1L << scale;
        return Math.min((window + unit - 1) / unit * unit, largestWindowBytes(scale));
    }
}
