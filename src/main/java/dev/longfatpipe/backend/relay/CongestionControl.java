/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

/**
 * The congestion window of one sender. All sizes are payload bytes. Not thread-safe.
 */
interface CongestionControl {

    /** Initial window of ten segments (RFC 6928). */
    int INITIAL_WINDOW_SEGMENTS = 10;

    /** Returns the window: how many bytes may be on their way. */
    long window();

    /** Returns whether the window is below the slow start threshold. */
    boolean inSlowStart();

    /**
     * Bytes were acknowledged outside loss recovery while the window was being used.
     *
     * @param bytes how many
     * @param nowNanos when
     * @param rttNanos the smoothed round-trip time
     */
    void onAcknowledged(long bytes, long nowNanos, long rttNanos);

    /**
     * Bytes were reported delivered, for the first time or again, in or outside loss recovery.
     *
     * @param bytes how many
     * @param nowNanos when
     * @param rttNanos the smoothed round-trip time
     * @param windowLimited whether the window is what holds the sender back
     */
    default void onDelivered(long bytes, long nowNanos, long rttNanos, boolean windowLimited) {}

    /** A round-trip time was measured; comes before the bytes that it belongs to are counted. */
    default void onRoundTrip(RoundTripSample sample) {}

    /** A loss was detected: the first of its round trip. */
    void onLoss(long nowNanos);

    /** The retransmission timer expired. */
    void onTimeout(long nowNanos);

    /** The sender was idle for longer than its retransmission timeout (RFC 5681 section 4.1). */
    void onIdle();

    /**
     * The path is another one from now on.
     *
     * @param bandwidthDelayProduct of the new path in bytes; 0 when its rate is not limited
     */
    default void onPathChange(long bandwidthDelayProduct) {}

    /**
     * Makes the one that a sysctl names.
     *
     * @param name {@code cubic}, {@code reno} or {@code bbr}
     * @param segmentBytes payload of a full segment
     * @param bandwidthDelayProduct of the path in bytes; 0 when its rate is not limited
     * @throws IllegalArgumentException for any other name
     */
    static CongestionControl named(String name, int segmentBytes, long bandwidthDelayProduct) {
        return switch (name) {
            case "cubic" -> new Cubic(segmentBytes);
            case "reno" -> new Reno(segmentBytes);
            case "bbr" -> new Bbr(segmentBytes, bandwidthDelayProduct);
            default ->
                throw new IllegalArgumentException("congestion control [" + name
                        + "] is not modelled by backend relay: use one of cubic, reno, bbr"
                        + " (sysctl net.ipv4.tcp_congestion_control of the kernel profile)");
        };
    }
}
