/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

/**
 * When a receiver acknowledges what arrives in order: RFC 1122 section 4.2.3.2 as Linux does it ({@code __tcp_ack_snd_check},
 * {@code tcp_event_data_recv} and {@code tcp_measure_rcv_mss} of {@code net/ipv4/tcp_input.c}).
 *
 * <p>Each of the first 16 packets is acknowledged at once, so that slow start is not held up; from then on every second full
 * segment, or what has come after 40 ms. The end of what an application has written is acknowledged at once as well: it is
 * marked (PSH) or short, and the reader that takes it has the acknowledgement sent. Not thread-safe.
 */
final class DelayedAcknowledgement {

    /** TCP_DELACK_MIN and TCP_ATO_MIN: 40 ms. */
    static final long DELAY_NANOS = 40_000_000L;

    /** TCP_MAX_QUICKACKS. */
    private static final int MOST_QUICK = 16;

    private static final int LEAST_QUICK = 2;
    private static final long NEVER = Long.MAX_VALUE;

    private final int segmentBytes;
    private final long restartNanos;
    private int quick;
    private long lastNanos = NEVER;
    private long bytes;
    private long firstSentNanos;
    private long lastSentNanos;
    private long dueNanos = NEVER;

    /**
     * @param restartNanos a pause after which packets are acknowledged one by one again: the receiver's own retransmission timeout
     */
    DelayedAcknowledgement(int segmentBytes, long restartNanos) {
        this.segmentBytes = segmentBytes;
        this.restartNanos = restartNanos;
    }

    /**
     * A packet arrived in order.
     *
     * @param length its payload
     * @param sentNanos when it was sent
     * @param window the receiver's window in bytes
     * @param pushed whether it was the last of what its application had written
     * @return whether it is acknowledged at once
     */
    boolean onArrival(long length, long sentNanos, long window, boolean pushed, long nowNanos) {
        if (lastNanos == NEVER || nowNanos - lastNanos > restartNanos) {
            quick = (int) Math.max(LEAST_QUICK, Math.min(window / (2L * segmentBytes), MOST_QUICK));
        }
        lastNanos = nowNanos;
        if (bytes == 0) {
            firstSentNanos = sentNanos;
            dueNanos = nowNanos + DELAY_NANOS;
        }
        bytes += length;
        lastSentNanos = sentNanos;
        return quick > 0 || pushed || bytes > segmentBytes || length % segmentBytes != 0;
    }

    /** An acknowledgement of everything that has come is sent. */
    void onSent() {
        bytes = 0;
        dueNanos = NEVER;
        if (quick > 0) {
            quick--;
        }
    }

    /** Returns how many bytes wait for an acknowledgement. */
    long bytes() {
        return bytes;
    }

    /** Returns when the first packet of those was sent. */
    long firstSentNanos() {
        return firstSentNanos;
    }

    /** Returns when the last packet of those was sent. */
    long lastSentNanos() {
        return lastSentNanos;
    }

    /** Returns when they are acknowledged at the latest; {@link Long#MAX_VALUE} when none waits. */
    long dueNanos() {
        return dueNanos;
    }
}
