/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.emulate;

import dev.longfatpipe.spi.Ticker;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apiguardian.api.API;

/**
 * Waits until everything on a pipe has been delivered, or nothing has moved for as long as one is patient, or time is up; see {@link
 * dev.longfatpipe.spi.OpenPipe#awaitDelivery}. Stateless but for its clock.
 */
@API(status = API.Status.INTERNAL)
public final class DeliveryWait {

    /** Between two looks at the sockets a byte may be on its way from the one to the other. */
    private static final int LOOKS_UNTIL_QUIET = 2;

    private static final Duration LEAST_PATIENCE = Duration.ofSeconds(2);
    private static final int PATIENT_RTTS = 4;
    private static final Duration LONGEST = Duration.ofDays(1);

    private final Ticker ticker;
    private final long pollMillis;

    /**
     * Waits by a clock.
     *
     * @param pollMillis how long to pause between two looks
     */
    public DeliveryWait(Ticker ticker, long pollMillis) {
        this.ticker = ticker;
        this.pollMillis = pollMillis;
    }

    /**
     * What a look has found.
     *
     * @param quiet nothing is under way
     * @param progress a number that changes whenever something moves
     * @param atWork something is bound to move, however long that takes
     * @param patienceNanos for how long nothing may move
     */
    public record Standing(boolean quiet, long progress, boolean atWork, long patienceNanos) {}

    /** Looks at a pipe. */
    @FunctionalInterface
    public interface Look {

        /** Returns what there is to see now. */
        Standing now();
    }

    /** For how long nothing may move on a path: four round trips, and two seconds at least. */
    public static long patienceNanos(Duration rtt) {
        return patienceNanos(rtt, LEAST_PATIENCE);
    }

    /** The same with another least. */
    public static long patienceNanos(Duration rtt, Duration least) {
        return Math.max(least.toNanos(), PATIENT_RTTS * rtt.toNanos());
    }

    /**
     * Waits.
     *
     * @return whether everything was delivered
     */
    public boolean await(Duration atMost, Look look) throws InterruptedException {
        long atMostNanos = atMost.compareTo(LONGEST) < 0 ? atMost.toNanos() : LONGEST.toNanos();
        long began = ticker.nanos();
        long moved = began;
        long last = -1;
        int quiet = 0;
        while (true) {
            Standing standing = look.now();
            quiet = standing.quiet() ? quiet + 1 : 0;
            if (quiet == LOOKS_UNTIL_QUIET) {
                return true;
            }
            long now = ticker.nanos();
            if (standing.progress() != last || standing.atWork()) {
                last = standing.progress();
                moved = now;
            }
            if (now - began > atMostNanos || now - moved > standing.patienceNanos()) {
                return false;
            }
            TimeUnit.MILLISECONDS.sleep(pollMillis);
        }
    }
}
