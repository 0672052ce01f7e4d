/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.units;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import org.apiguardian.api.API;

/**
 * An amount of data in whole bytes.
 *
 * <p>{@code KiB}, {@code MiB}, {@code GiB} and {@code TiB} are powers of 1024; {@code kB}, {@code MB}, {@code GB} and
 * {@code TB} are powers of 1000 (IEC 80000-13).
 *
 * <p>Immutable; {@link #parse(String)} and {@link #toString()} round-trip exactly.
 *
 * @param bytes bytes, 0 or more
 * @since 0.1
 */
@API(status = EXPERIMENTAL, since = "0.1")
public record DataSize(long bytes) implements Comparable<DataSize> {

    private static final List<Unit> UNITS = List.of(
            Unit.binary("TiB", 40),
            Unit.decimal("TB", 12),
            Unit.binary("GiB", 30),
            Unit.decimal("GB", 9),
            Unit.binary("MiB", 20),
            Unit.decimal("MB", 6),
            Unit.binary("KiB", 10),
            Unit.decimal("kB", 3),
            Unit.decimal("B", 0));

    /** Nothing. */
    public static final DataSize ZERO = new DataSize(0);

    /** @throws IllegalArgumentException if the size is negative */
    public DataSize {
        if (bytes < 0) {
            throw Measure.refused("size", bytes + "B", "is negative: write 0 or more");
        }
    }

    /** A size in bytes. */
    public static DataSize ofBytes(long bytes) {
        return new DataSize(bytes);
    }

    /** A size in units of 1024 bytes. */
    public static DataSize ofKibibytes(long kibibytes) {
        return scaled(kibibytes, 10, "KiB");
    }

    /** A size in units of 1,048,576 bytes. */
    public static DataSize ofMebibytes(long mebibytes) {
        return scaled(mebibytes, 20, "MiB");
    }

    private static DataSize scaled(long number, int shift, String unit) {
        if (number < 0) {
            throw Measure.refused("size", number + unit, "is negative: write 0 or more");
        }
        if (number > Long.MAX_VALUE >> shift) {
            throw Measure.refused("size", number + unit, "is too large: write at most " + Long.MAX_VALUE + " bytes");
        }
        return new DataSize(number << shift);
    }

    /**
     * Reads a size: {@code 64KiB}, {@code 1.5MiB}, {@code 10 MiB}, {@code 64kB}, {@code 1MB} (10<sup>6</sup> bytes),
     * {@code 65536B}.
     *
     * <p>{@code KiB MiB GiB TiB} in any case, {@code B kB MB GB TB} as written here. Decimals are fine if whole bytes come
     * out. Refused: a number alone, and what is 1000 to some and 1024 to others ({@code 64K}, {@code 64KB}, {@code 64mb}).
     *
     * @throws IllegalArgumentException if the text is none of these; the message says what to write instead
     */
    public static DataSize parse(String text) {
        return parse("size", text);
    }

    /**
     * Reads a size as {@link #parse(String)} does.
     *
     * @param subject what the size is of, for the error message
     */
    public static DataSize parse(String subject, String text) {
        return new DataSize(SizeText.parse(subject, text));
    }

    /** Whether this is nothing. */
    public boolean isZero() {
        return bytes == 0;
    }

    /** For people, with three digits or so: {@code 1.25 MB}, {@code 64 KiB}, {@code 64.1 kB}. */
    public String describe() {
        String exact = Unit.shortest(BigDecimal.valueOf(bytes), UNITS);
        int end = 0;
        int digits = 0;
        while (end < exact.length() && !Character.isLetter(exact.charAt(end))) {
            digits += exact.charAt(end++) == '.' ? 0 : 1;
        }
        if (digits <= 3) {
            return exact.substring(0, end) + " " + exact.substring(end);
        }
        return rounded();
    }

    private String rounded() {
        BigDecimal exact = BigDecimal.valueOf(bytes);
        String text = "";
        for (Unit unit : List.of(
                Unit.decimal("B", 0),
                Unit.decimal("kB", 3),
                Unit.decimal("MB", 6),
                Unit.decimal("GB", 9),
                Unit.decimal("TB", 12))) {
            BigDecimal inUnit = unit.of(exact);
            int wholeDigits = inUnit.precision() - inUnit.scale();
            BigDecimal rounded = inUnit.setScale(Math.max(0, 3 - wholeDigits), RoundingMode.HALF_UP);
            text = rounded.stripTrailingZeros().toPlainString() + " " + unit.symbol();
            if (rounded.compareTo(BigDecimal.valueOf(1000)) < 0) {
                break;
            }
        }
        return text;
    }

    @Override
    public int compareTo(DataSize other) {
        return Long.compare(bytes, other.bytes);
    }

    /** The shortest exact text that {@link #parse(String)} reads back: {@code 64KiB}, {@code 1.25MB}, {@code 64088B}. */
    @Override
    public String toString() {
        return Unit.shortest(BigDecimal.valueOf(bytes), UNITS);
    }
}
