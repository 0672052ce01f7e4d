/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.units;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.List;
import org.apiguardian.api.API;

/**
 * A rate of data in whole bits per second, from 0 to 10 tbit.
 *
 * <p>{@code kbit}, {@code mbit}, {@code gbit} and {@code tbit} are powers of 1000, as everywhere in networking and in
 * {@code tc}. A rate may be 0, for a goodput may be; what a line's rate may be is a matter of
 * {@code dev.longfatpipe.path.Path}.
 *
 * <p>Immutable; {@link #parse(String)} and {@link #toString()} round-trip exactly.
 *
 * @param bitsPerSecond bits per second, 0 to 10<sup>13</sup>
 * @since 0.1
 */
@API(status = EXPERIMENTAL, since = "0.1")
public record DataRate(long bitsPerSecond) implements Comparable<DataRate> {

    private static final long MAX_BITS_PER_SECOND = 10_000_000_000_000L;
    private static final BigInteger NANOS_PER_SECOND = BigInteger.valueOf(1_000_000_000);
    private static final List<Unit> UNITS = List.of(
            Unit.decimal("tbit", 12),
            Unit.decimal("gbit", 9),
            Unit.decimal("mbit", 6),
            Unit.decimal("kbit", 3),
            Unit.decimal("bit", 0));

    /** No data at all. */
    public static final DataRate ZERO = new DataRate(0);

    /** The largest rate, 10 tbit: more than any line, and computed rates stop here. */
    public static final DataRate MAX = new DataRate(MAX_BITS_PER_SECOND);

    /** @throws IllegalArgumentException if the rate is negative or above 10 tbit */
    public DataRate {
        if (bitsPerSecond < 0) {
            throw Measure.refused("rate", bitsPerSecond + "bit", "is negative: write 0 or more");
        }
        if (bitsPerSecond > MAX_BITS_PER_SECOND) {
            throw Measure.refused("rate", bitsPerSecond + "bit", "is too large: write at most \"10tbit\"");
        }
    }

    /** A rate in bits per second. */
    public static DataRate ofBitsPerSecond(long bits) {
        return new DataRate(bits);
    }

    /** A rate in units of 1000 bits per second. */
    public static DataRate ofKilobitsPerSecond(long kilobits) {
        return scaled(kilobits, 1_000L, "kbit");
    }

    /** A rate in units of 1,000,000 bits per second. */
    public static DataRate ofMegabitsPerSecond(long megabits) {
        return scaled(megabits, 1_000_000L, "mbit");
    }

    /** A rate in units of 1,000,000,000 bits per second. */
    public static DataRate ofGigabitsPerSecond(long gigabits) {
        return scaled(gigabits, 1_000_000_000L, "gbit");
    }

    private static DataRate scaled(long number, long factor, String unit) {
        if (number < 0) {
            throw Measure.refused("rate", number + unit, "is negative: write 0 or more");
        }
        if (number > MAX_BITS_PER_SECOND / factor) {
            throw Measure.refused("rate", number + unit, "is too large: write at most \"10tbit\"");
        }
        return new DataRate(number * factor);
    }

    /**
     * The rate at which a size crosses in a time, rounded half up to a whole bit per second.
     *
     * <p>Stops at {@link #MAX}: 32 MiB in 10 us is 26 tbit, which bounds nothing and must not fail a computation.
     *
     * @throws IllegalArgumentException if the time is zero or negative
     */
    public static DataRate of(DataSize size, Duration time) {
        if (time.isZero() || time.isNegative()) {
            throw Measure.refused("time", DurationText.format(time), "gives no rate: it must be longer than 0");
        }
        BigDecimal bits = BigDecimal.valueOf(size.bytes()).multiply(BigDecimal.valueOf(8));
        BigDecimal rate = bits.scaleByPowerOfTen(9).divide(DurationText.nanos(time), 0, RoundingMode.HALF_UP);
        return new DataRate(rate.min(BigDecimal.valueOf(MAX_BITS_PER_SECOND)).longValueExact());
    }

    /**
     * Reads a rate: {@code 100mbit}, {@code 100 Mbit/s}, {@code 1.5gbit}, {@code 12.5MB/s}, {@code 512KiB/s}.
     *
     * <p>Units of bits ({@code bit kbit mbit gbit tbit}, with or without {@code /s}) in any case; units of bytes
     * ({@code B kB MB GB TB KiB MiB GiB TiB}, always with {@code /s}) as written here. Decimals are fine if a whole number
     * of bits per second comes out. Refused, because {@code tc} takes them for megabytes and everybody else for megabits:
     * {@code mbps}, {@code Mbps} and the like.
     *
     * @throws IllegalArgumentException if the text is none of these; the message says what to write instead
     */
    public static DataRate parse(String text) {
        return parse("rate", text);
    }

    /**
     * Reads a rate as {@link #parse(String)} does.
     *
     * @param subject what the rate is of, for the error message
     */
    public static DataRate parse(String subject, String text) {
        return new DataRate(RateText.parse(subject, text, MAX_BITS_PER_SECOND));
    }

    /** Whether nothing moves at this rate. */
    public boolean isZero() {
        return bitsPerSecond == 0;
    }

    /** The rate in units of 1,000,000 bits per second, for charts and ratios; not exact. */
    public double megabitsPerSecond() {
        return bitsPerSecond / 1e6;
    }

    /** The sum of both rates; stops at {@link #MAX}. */
    public DataRate plus(DataRate other) {
        return new DataRate(Math.min(bitsPerSecond + other.bitsPerSecond, MAX_BITS_PER_SECOND));
    }

    /**
     * The whole bytes that cross in a time, rounded down.
     *
     * @throws IllegalArgumentException if the time is negative
     * @throws ArithmeticException if there are more than 2<sup>63</sup>-1 of them
     */
    public DataSize bytesIn(Duration time) {
        if (time.isNegative()) {
            throw Measure.refused("time", DurationText.format(time), "is negative: it must be 0 or longer");
        }
        BigDecimal bits = BigDecimal.valueOf(bitsPerSecond)
                .multiply(DurationText.nanos(time))
                .scaleByPowerOfTen(-9);
        return new DataSize(
                bits.divide(BigDecimal.valueOf(8), 0, RoundingMode.FLOOR).longValueExact());
    }

    /**
     * The time a size takes to cross, rounded up to a whole nanosecond.
     *
     * @throws IllegalArgumentException if this rate is 0 and the size is not
     * @throws ArithmeticException if the time exceeds a {@link Duration}
     */
    public Duration timeFor(DataSize size) {
        if (size.bytes() == 0) {
            return Duration.ZERO;
        }
        if (bitsPerSecond == 0) {
            throw Measure.refused("rate", "0bit", "never delivers " + size + ": it must be above 0");
        }
        if (size.bytes() < 1_000_000_000L) {
            long bitNanos = size.bytes() * 8 * 1_000_000_000L;
            return Duration.ofNanos(bitNanos / bitsPerSecond + (bitNanos % bitsPerSecond == 0 ? 0 : 1));
        }
        BigInteger bitNanos =
                BigInteger.valueOf(size.bytes()).multiply(BigInteger.valueOf(8)).multiply(NANOS_PER_SECOND);
        BigInteger[] nanos = bitNanos.add(BigInteger.valueOf(bitsPerSecond - 1))
                .divide(BigInteger.valueOf(bitsPerSecond))
                .divideAndRemainder(NANOS_PER_SECOND);
        return Duration.ofSeconds(nanos[0].longValueExact(), nanos[1].longValueExact());
    }

    /** For people, with one decimal at most: {@code 95.6 mbit}, {@code 512 kbit}, {@code 1.9 gbit}. */
    public String describe() {
        BigDecimal bits = BigDecimal.valueOf(bitsPerSecond);
        for (int i = UNITS.size() - 1; i > 0; i--) {
            BigDecimal rounded = UNITS.get(i).of(bits).setScale(1, RoundingMode.HALF_UP);
            if (rounded.compareTo(BigDecimal.valueOf(1000)) < 0) {
                return rounded.stripTrailingZeros().toPlainString() + " "
                        + UNITS.get(i).symbol();
            }
        }
        BigDecimal rounded = UNITS.get(0).of(bits).setScale(1, RoundingMode.HALF_UP);
        return rounded.stripTrailingZeros().toPlainString() + " " + UNITS.get(0).symbol();
    }

    @Override
    public int compareTo(DataRate other) {
        return Long.compare(bitsPerSecond, other.bitsPerSecond);
    }

    /** The shortest exact text that {@link #parse(String)} reads back: {@code 100mbit}, {@code 95.64mbit}, {@code 0bit}. */
    @Override
    public String toString() {
        return Unit.shortest(BigDecimal.valueOf(bitsPerSecond), UNITS);
    }
}
