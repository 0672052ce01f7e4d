/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import java.time.Duration;
import org.apiguardian.api.API;

/**
 * One direction of one connection at a moment. Counters are cumulative since the connection was opened; times are on the
 * pipe's own clock ({@link PipeSnapshot#nanos()}). A window, a capacity or a count of segments that the backend cannot know is {@link
 * #UNKNOWN}.
 *
 * @param sentBytes bytes that left the sending application's socket
 * @param deliveredBytes bytes that reached the receiving application
 * @param unreadBytes bytes that arrived but have not been read by the receiving application
 * @param inFlightBytes bytes sent and not yet acknowledged
 * @param congestionWindow congestion window in bytes
 * @param receiveWindow the largest window the receiver would advertise now, in bytes
 * @param sendCapacity payload bytes the send buffer holds
 * @param smoothedRtt smoothed round-trip time (RFC 6298), zero before the first sample
 * @param minimumRtt least round-trip time seen, zero before the first sample
 * @param segments segments sent, retransmissions included
 * @param retransmissions segments sent again
 * @param pathLosses segments the path's loss model dropped
 * @param queueDrops segments dropped because the bottleneck's queue was full
 * @param times time by what held the sender back
 * @param idleLineTimes the part of {@code times} during which the bottleneck stood idle in this direction; for a path
 *     without a rate the same as {@code times}
 * @param waiting for how long the sender has had nothing to send until now; not in {@code times} yet, since a sender that has
 *     sent everything is not waiting but done
 * @param waitingOnIdleLine the part of {@code waiting} during which the bottleneck stood idle in this direction
 * @param sender the send buffer of the sending socket
 * @param receiver the receive buffer of the receiving socket
 * @param firstDeliveryNanos when the first byte reached the receiver; 0 when none has
 * @param lastDeliveryNanos when the latest byte reached the receiver; 0 when none has
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record FlowSample(
        long sentBytes,
        long deliveredBytes,
        long unreadBytes,
        long inFlightBytes,
        long congestionWindow,
        long receiveWindow,
        long sendCapacity,
        Duration smoothedRtt,
        Duration minimumRtt,
        long segments,
        long retransmissions,
        long pathLosses,
        long queueDrops,
        SenderTimes times,
        SenderTimes idleLineTimes,
        Duration waiting,
        Duration waitingOnIdleLine,
        BufferReading sender,
        BufferReading receiver,
        long firstDeliveryNanos,
        long lastDeliveryNanos) {

    /** Stands for a window, a capacity or a count of segments that the backend cannot know. */
    public static final long UNKNOWN = -1;

    /** A flow whose line has stood idle for as long as the sender has had nothing to send. */
    public FlowSample(
            long sentBytes,
            long deliveredBytes,
            long unreadBytes,
            long inFlightBytes,
            long congestionWindow,
            long receiveWindow,
            long sendCapacity,
            Duration smoothedRtt,
            Duration minimumRtt,
            long segments,
            long retransmissions,
            long pathLosses,
            long queueDrops,
            SenderTimes times,
            SenderTimes idleLineTimes,
            Duration waiting,
            BufferReading sender,
            BufferReading receiver,
            long firstDeliveryNanos,
            long lastDeliveryNanos) {
        this(
                sentBytes,
                deliveredBytes,
                unreadBytes,
                inFlightBytes,
                congestionWindow,
                receiveWindow,
                sendCapacity,
                smoothedRtt,
                minimumRtt,
                segments,
                retransmissions,
                pathLosses,
                queueDrops,
                times,
                idleLineTimes,
                waiting,
                waiting,
                sender,
                receiver,
                firstDeliveryNanos,
                lastDeliveryNanos);
    }

    /** A flow on which nothing has happened. */
    public static final FlowSample NONE = new FlowSample(
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            Duration.ZERO,
            Duration.ZERO,
            0,
            0,
            0,
            0,
            SenderTimes.NONE,
            SenderTimes.NONE,
            Duration.ZERO,
            BufferReading.ASSUMED_AUTO,
            BufferReading.ASSUMED_AUTO,
            0,
            0);
}
