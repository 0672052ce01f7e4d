/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import java.time.Duration;

/** One direction of the datagrams between a client's port and a server, look by look. Not thread-safe. */
final class DatagramFlow implements LossBearer {

    private SeenDatagrams.Counted counted = new SeenDatagrams.Counted(0, 0, 0, 0);
    private long pathLosses;
    private long queueDrops;
    private long otherLosses;
    private long firstDeliveryNanos;
    private long lastDeliveryNanos;
    private long atRisk;

    /**
     * Takes what was counted by now.
     *
     * @param atNanos when what is new happened, as far as that is known
     */
    void add(SeenDatagrams.Counted now, long atNanos) {
        atRisk = now.sent() - known();
        if (now.delivered() > counted.delivered()) {
            firstDeliveryNanos = firstDeliveryNanos == 0 ? atNanos : firstDeliveryNanos;
            lastDeliveryNanos = atNanos;
        }
        counted = now;
    }

    /** Returns the datagrams that may have been lost since the last look: of which nothing more was known then. */
    @Override
    public long segmentsAtRisk() {
        return Math.max(0, atRisk);
    }

    @Override
    public void addLost(long byPath, long byQueue, long otherwise) {
        pathLosses += byPath;
        queueDrops += byQueue;
        otherLosses += otherwise;
    }

    private long known() {
        return counted.delivered() + pathLosses + queueDrops + otherLosses;
    }

    /** Returns whether of all that was sent it is known what has become of it. */
    boolean isQuiet() {
        return known() >= counted.sent();
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
