/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.path;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import dev.longfatpipe.units.DurationText;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import org.apiguardian.api.API;

/**
 * The room in front of a bottleneck, drop-tail: a frame that finds no room is dropped.
 *
 * <p>Given in bytes, as the time they take to leave at line rate, or in multiples of the bandwidth-delay product; the
 * frame being sent counts. {@code 1bdp}, the default, lets one loss-based sender keep the line busy through a halved window.
 *
 * <p>All of them are immutable; {@link #parse(String)} and {@code toString()} round-trip exactly.
 *
 * @since 0.1
 */
@API(status = EXPERIMENTAL, since = "0.1")
public sealed interface Queue {

    /** One bandwidth-delay product. */
    Queue DEFAULT = new Bdp(BigDecimal.ONE);

    /** A queue of a fixed size. */
    static Queue ofBytes(DataSize size) {
        return new Bytes(size);
    }

    /** A queue that takes this long to drain at line rate. */
    static Queue ofTime(Duration time) {
        return new Time(time);
    }

    /** A queue of so many bandwidth-delay products. */
    static Queue ofBdp(BigDecimal factor) {
        return new Bdp(factor);
    }

    /**
     * Reads a queue: {@code 64KiB}, {@code 50ms}, {@code 1bdp}, {@code 0.25 BDP}.
     *
     * @throws IllegalArgumentException if the text is none of these, or 0; the message says what to write instead
     */
    static Queue parse(String text) {
        return parse("queue", text);
    }

    /**
     * Reads a queue as {@link #parse(String)} does.
     *
     * @param subject what the queue is of, for the error message
     */
    static Queue parse(String subject, String text) {
        return QueueText.parse(subject, text);
    }

    /**
     * The bytes that this queue holds in front of a line of that rate on a path of that rtt, rounded down.
     *
     * <p>May come out smaller than a frame; {@link Path#queueSize(Direction)} never does.
     */
    DataSize on(DataRate rate, Duration rtt);

    /**
     * A queue of a fixed size.
     *
     * @param size bytes, above 0
     * @since 0.1
     */
    @API(status = EXPERIMENTAL, since = "0.1")
    record Bytes(DataSize size) implements Queue {

        /** @throws IllegalArgumentException if the size is 0 */
        public Bytes {
            if (size.isZero()) {
                throw QueueText.zero("queue", size.toString());
            }
        }

        @Override
        public DataSize on(DataRate rate, Duration rtt) {
            return size;
        }

        @Override
        public String toString() {
            return size.toString();
        }
    }

    /**
     * A queue that takes so long to drain at line rate.
     *
     * @param time above 0, at most one hour
     * @since 0.1
     */
    @API(status = EXPERIMENTAL, since = "0.1")
    record Time(Duration time) implements Queue {

        /** @throws IllegalArgumentException if the time is 0, negative, or above one hour */
        public Time {
            if (time.isZero()) {
                throw QueueText.zero("queue", DurationText.format(time));
            }
            if (time.isNegative()) {
                throw Refusal.of("queue", DurationText.format(time), "is negative: write more than 0, e.g. \"50ms\"");
            }
            if (time.compareTo(Duration.ofHours(1)) > 0) {
                throw Refusal.of("queue", DurationText.format(time), "is too large: write at most \"1h\"");
            }
        }

        @Override
        public DataSize on(DataRate rate, Duration rtt) {
            return rate.bytesIn(time);
        }

        @Override
        public String toString() {
            return DurationText.format(time);
        }
    }

    /**
     * A queue of so many bandwidth-delay products of its path.
     *
     * @param factor above 0, at most 1000, of at most 50 decimals
     * @since 0.1
     */
    @API(status = EXPERIMENTAL, since = "0.1")
    record Bdp(BigDecimal factor) implements Queue {

        /** @throws IllegalArgumentException if the factor is 0, negative, above 1000, or has more than 50 decimals */
        public Bdp {
            factor = factor.stripTrailingZeros();
            String text = factor.toPlainString() + QueueText.BDP;
            if (factor.signum() == 0) {
                throw QueueText.zero("queue", text);
            }
            if (factor.signum() < 0) {
                throw Refusal.of("queue", text, "is negative: write more than 0, e.g. \"1bdp\"");
            }
            QueueText.requireFactor("queue", text, factor);
        }

        @Override
        public DataSize on(DataRate rate, Duration rtt) {
            BigDecimal bdp = BigDecimal.valueOf(rate.bytesIn(rtt).bytes());
            return new DataSize(
                    bdp.multiply(factor).setScale(0, RoundingMode.FLOOR).longValueExact());
        }

        @Override
        public String toString() {
            return factor.toPlainString() + QueueText.BDP;
        }
    }
}
