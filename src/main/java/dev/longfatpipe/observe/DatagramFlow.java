/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import java.time.Duration;

/** One direction of the datagrams between a client's port and a server, look by look. Not thread-safe. */
final class DatagramFlow implements LossBearer {

    private SeenDatagrams.Counted counted = new SeenDatagrams.Counted(0, 0, 0, 0);
    private long pathLosses;
    private long queueDrops;
    private long firstDeliveryNanos;
    private long lastDeliveryNanos;
    private long atRisk;

    /** Takes what was counted by now. */
    void add(SeenDatagrams.Counted now, long nowNanos) {
        atRisk = now.sent() - counted.delivered() - pathLosses - queueDrops;
        if (now.delivered() > counted.delivered()) {
            firstDeliveryNanos = firstDeliveryNanos == 0 ? nowNanos : firstDeliveryNanos;
            lastDeliveryNanos = nowNanos;
        }
        counted = now;
    }

    /** Returns the datagrams that may have been lost since the last look: of which nothing more was known then. */
    @Override
    public long segmentsAtRisk() {
        return Math.max(0, atRisk);
    }

    @Override
    public void addLost(long byPath, long byQueue) {
        pathLosses += byPath;
        queueDrops += byQueue;
    }

    /** Returns whether of all that was sent it is known what has become of it. */
    boolean isQuiet() {
        return counted.delivered() + pathLosses + queueDrops >= counted.sent();
    }

    long progress() {
        return counted.sent() + counted.delivered();
    }

    FlowSample sample() {
        FlowSample none = FlowSample.NONE;
        return new FlowSample(
                counted.sentBytes(),
                counted.deliveredBytes(),
                0,
                0,
                0,
                0,
                0,
                Duration.ZERO,
                Duration.ZERO,
                counted.sent(),
                0,
                pathLosses,
                queueDrops,
                SenderTimes.NONE,
                SenderTimes.NONE,
                Duration.ZERO,
                none.sender(),
                none.receiver(),
                firstDeliveryNanos,
                lastDeliveryNanos);
    }
}
