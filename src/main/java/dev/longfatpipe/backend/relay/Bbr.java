/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

/**
 * What BBR comes to when nobody paces: a start-up that doubles every round trip until the delivery rate no longer grows, and from
 * then on a little more than the bandwidth-delay product that the flow has measured, whatever is lost (draft-ietf-ccwg-bbr). Not
 * the algorithm itself: it has no pacing, and no phases of probing.
 *
 * <p>Measured on a kernel: 18 to 19 mbit of 20 at up to 5 % loss.
 */
final class Bbr implements CongestionControl {

    /** BBR.StartupFullBwThresh, and the rounds without such growth after which the pipe is full (section 5.3.1.2). */
    private static final double GROWTH = 1.25;

    private static final int ROUNDS_WITHOUT_GROWTH = 3;
    /** The delivery rate is the largest of so many rounds (section 4.1, a window of ten round trips). */
    private static final int ROUNDS_REMEMBERED = 10;
    /**
     * Above 1, so that bandwidth which others leave is found, and little, since without pacing all that is beyond the
     * bandwidth-delay product stands in the queue. BBR paces with 1.25 while it probes.
     */
    private static final double GAIN = 1.25;
    /** While starting up the window doubles in a round trip: up to four times what was delivered in the last one. */
    private static final double STARTUP_GAIN = 4;

    private static final int LEAST_SEGMENTS = 4;
    private static final long SHORTEST_ROUND_NANOS = 1_000_000L;
    private static final long NO_ROUND = Long.MIN_VALUE;

    private final int segmentBytes;
    private double most;
    private final double[] rates = new double[ROUNDS_REMEMBERED];
    private int rounds;
    private double window;
    private boolean startup = true;
    private double full;
    private int roundsWithoutGrowth;
    private long minimumRttNanos = Long.MAX_VALUE;
    private long roundNanos = NO_ROUND;
    private double deliveredInRound;
    private double limitedInRound;

    Bbr(int segmentBytes, long bandwidthDelayProduct) {
        this.segmentBytes = segmentBytes;
        this.window = (double) INITIAL_WINDOW_SEGMENTS * segmentBytes;
        this.most = most(segmentBytes, bandwidthDelayProduct);
    }

    private static double most(int segmentBytes, long bandwidthDelayProduct) {
        return bandwidthDelayProduct == 0
                ? Double.MAX_VALUE
                : Math.max(2.0 * bandwidthDelayProduct, (double) LEAST_SEGMENTS * segmentBytes);
    }

    /** What it has learned of the bandwidth ages; of the round trip a real one knows again within ten seconds. */
    @Override
    public void onPathChange(long bandwidthDelayProduct) {
        most = most(segmentBytes, bandwidthDelayProduct);
        window = Math.min(window, most);
        minimumRttNanos = Long.MAX_VALUE;
    }

    @Override
    public long window() {
        return (long) window;
    }

    @Override
    public boolean inSlowStart() {
        return startup;
    }

    @Override
    public void onAcknowledged(long bytes, long nowNanos, long rttNanos) {
        // Every delivery counts, also while losses are being repaired.
    }

    @Override
    public void onDelivered(long bytes, long nowNanos, long rttNanos, boolean windowLimited) {
        minimumRttNanos = Math.min(minimumRttNanos, rttNanos);
        if (roundNanos == NO_ROUND) {
            beginRound(nowNanos);
        }
        deliveredInRound += bytes;
        limitedInRound += windowLimited ? bytes : 0;
        if (nowNanos - roundNanos >= Math.max(rttNanos, SHORTEST_ROUND_NANOS)) {
            endRound(nowNanos);
            beginRound(nowNanos);
        }
        if (startup && windowLimited) {
            window = Math.min(window + bytes, Math.max(window, mostInStartup()));
        }
    }

    private void beginRound(long nowNanos) {
        roundNanos = nowNanos;
        deliveredInRound = 0;
        limitedInRound = 0;
    }

    private void endRound(long nowNanos) {
        double rate = deliveredInRound / (nowNanos - roundNanos);
        boolean limited = limitedInRound * 2 >= deliveredInRound;
        if (!limited && rate <= largestRate()) {
            return; // the application's rate, and not the path's
        }
        rates[rounds++ % ROUNDS_REMEMBERED] = rate;
        if (startup) {
            lookForFullPipe(rate, limited);
        }
        if (!startup) {
            window = Math.min(most, Math.max(GAIN * bandwidthDelayProduct(), (double) LEAST_SEGMENTS * segmentBytes));
        }
    }

    private void lookForFullPipe(double rate, boolean limited) {
        if (rate >= full * GROWTH) {
            full = rate;
            roundsWithoutGrowth = 0;
        } else if (limited) {
            startup = ++roundsWithoutGrowth < ROUNDS_WITHOUT_GROWTH;
        }
    }

    private double mostInStartup() {
        return rounds == 0 ? most : Math.min(most, STARTUP_GAIN * bandwidthDelayProduct());
    }

    /** Returns bytes per nanosecond. */
    private double largestRate() {
        double largest = 0;
        for (double rate : rates) {
            largest = Math.max(largest, rate);
        }
        return largest;
    }

    private double bandwidthDelayProduct() {
        return largestRate() * minimumRttNanos;
    }

    @Override
    public void onLoss(long nowNanos) {
        // Loss that comes without a falling delivery rate says nothing about the bandwidth.
    }

    @Override
    public void onTimeout(long nowNanos) {
        window = Math.max((double) LEAST_SEGMENTS * segmentBytes, window / 2);
    }

    @Override
    public void onIdle() {
        // BBR keeps its model of the path over idle times.
    }
}
