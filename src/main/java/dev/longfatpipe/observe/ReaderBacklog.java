/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import org.apiguardian.api.API;

/**
 * Whether a receiving application is behind: of its window {@value #BEHIND} or more lay unread, in the mean over time.
 *
 * <p>What lies unread is not on its way. A window of W bytes of which a share u lies unread carries (1 - u) W bytes per round trip, at
 * whatever moment that is looked at, so that up to {@value #BEHIND} the goodput is what the window allows. Beyond that the reader takes time of its own, and
 * one that never finds its socket empty takes all of it: it gets no faster by a larger window.
 *
 * <p>A moment does not tell. A reader of 4 mbit that takes 64 KiB at a time, with a window of 80 kB and an rtt of 100 ms, leaves 15 kB during four
 * fifths of the time and 80 kB in the rest (Linux 6.18). So the mean is taken over several round trips: exponentially, older time weighing
 * less. Not thread-safe.
 */
@API(status = API.Status.INTERNAL)
public final class ReaderBacklog {

    /** The mean share of the window from which on the reader is behind. */
    public static final double BEHIND = 0.15;

    private static final int ROUND_TRIPS = 4;
    /** Ten looks of a backend that looks every 20 ms. */
    private static final long LEAST_MEMORY_NANOS = 200_000_000;

    private double sum;
    private double weight;

    /** A reader of which nothing is known: not behind. */
    public ReaderBacklog() {}

    /**
     * So much lay unread for some time.
     *
     * @param unread bytes
     * @param window the largest window of the receiver, bytes; 0 when unknown
     * @param nanos for how long
     * @param rttNanos round-trip time of the path
     */
    public void add(long unread, long window, long nanos, long rttNanos) {
        if (nanos <= 0 || window <= 0) {
            return;
        }
        double memory = Math.max((double) ROUND_TRIPS * rttNanos, LEAST_MEMORY_NANOS);
        double kept = Math.exp(-nanos / memory);
        double share = Math.max(0, Math.min(1, (double) unread / window));
        sum = sum * kept + share * (1 - kept);
        weight = weight * kept + (1 - kept);
    }

    /** Returns whether the reader is behind. */
    public boolean isBehind() {
        return weight > 0 && sum >= BEHIND * weight;
    }
}
