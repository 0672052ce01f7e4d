/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import java.time.Duration;
import java.util.Arrays;
import org.apiguardian.api.API;

/**
 * Time spent in each {@link SenderState}. Immutable.
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class SenderTimes {

    /** No time in any state. */
    public static final SenderTimes NONE = new SenderTimes(new long[SenderState.values().length]);

    private final long[] nanos;

    private SenderTimes(long[] nanos) {
        this.nanos = nanos;
    }

    /**
     * Takes the times by {@link SenderState#ordinal()}.
     *
     * @param nanosByState nanoseconds, one entry per state, none negative
     * @return the times
     * @throws IllegalArgumentException for a wrong number of entries or a negative one
     */
    public static SenderTimes ofNanos(long... nanosByState) {
        if (nanosByState.length != SenderState.values().length) {
            throw new IllegalArgumentException("times [" + Arrays.toString(nanosByState)
                    + "] must have one entry per state: " + Arrays.toString(SenderState.values()));
        }
        for (long value : nanosByState) {
            if (value < 0) {
                throw new IllegalArgumentException(
                        "times [" + Arrays.toString(nanosByState) + "] must not be negative");
            }
        }
        return new SenderTimes(nanosByState.clone());
    }

    /** Returns the time spent in {@code state}. */
    public Duration in(SenderState state) {
        return Duration.ofNanos(nanos[state.ordinal()]);
    }

    /** Returns the time spent in all states together. */
    public Duration total() {
        return Duration.ofNanos(totalNanos());
    }

    /** Returns the share of {@link #total()} spent in {@code state}, 0 to 1; 0 when there was no time at all. */
    public double share(SenderState state) {
        long total = totalNanos();
        return total == 0 ? 0 : (double) nanos[state.ordinal()] / total;
    }

    /** Returns the state with the most time; {@link SenderState#WAITING_FOR_DATA} when there was no time at all. */
    public SenderState longest() {
        SenderState longest = SenderState.WAITING_FOR_DATA;
        for (SenderState state : SenderState.values()) {
            if (nanos[state.ordinal()] > nanos[longest.ordinal()]) {
                longest = state;
            }
        }
        return longest;
    }

    /** Returns these times and {@code other} added up. */
    public SenderTimes plus(SenderTimes other) {
        return combine(other, 1);
    }

    /** Returns these times less {@code earlier}, which must have been taken before of the same flow. */
    public SenderTimes minus(SenderTimes earlier) {
        return combine(earlier, -1);
    }

    /** Returns these times with {@code less} taken off one state, down to zero. */
    public SenderTimes without(SenderState state, Duration less) {
        long[] reduced = nanos.clone();
        reduced[state.ordinal()] = Math.max(0, reduced[state.ordinal()] - less.toNanos());
        return new SenderTimes(reduced);
    }

    private SenderTimes combine(SenderTimes other, int sign) {
        long[] combined = nanos.clone();
        for (int i = 0; i < combined.length; i++) {
            combined[i] = Math.max(0, combined[i] + sign * other.nanos[i]);
        }
        return new SenderTimes(combined);
    }

    private long totalNanos() {
        return Arrays.stream(nanos).sum();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SenderTimes times && Arrays.equals(nanos, times.nanos);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(nanos);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (SenderState state : SenderState.values()) {
            if (nanos[state.ordinal()] > 0) {
                text.append(text.isEmpty() ? "" : ", ")
                        .append(state)
                        .append(' ')
                        .append(in(state));
            }
        }
        return text.isEmpty() ? "none" : text.toString();
    }
}
