/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.safety;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.TestReporter;

/**
 * Gives a parser very many inputs, each of which must be a value or be refused as documented, in time and memory that fit its
 * length, and the same in every default locale.
 *
 * <p>Input number {@code n} depends on the seed, the name and {@code n} only. What fails is named with all of them.
 *
 * @param <I> what is parsed
 */
public final class Fuzz<I> {

    /**
     * What became of an input.
     *
     * @param accepted whether it was a value
     * @param what the value or the words of the refusal, which must not depend on the locale
     */
    public record Outcome(boolean accepted, Object what) {}

    /** So many parsers share the inputs; there may be more, and then there are more inputs. */
    private static final int PARSERS = 20;

    /** A line of a stack trace that is kept costs as much as this, and a refusal keeps some dozens of them. */
    private static final long ALLOWED_BYTES = 256 << 10;

    private static final long ALLOWED_CPU_NANOS = 500_000_000L;
    private static final long SUSPICIOUS_NANOS = 100_000_000L;
    private static final long HANGING_MILLIS = 60_000;
    private static final int SAME_IN_EVERY_LOCALE = 16;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final String name;
    private final Inputs<I> inputs;
    private final Function<I, Outcome> parser;
    private final int bytesPerCharacter;

    private volatile long number;
    private volatile @Nullable Throwable failure;
    private final Set<Long> different = new HashSet<>();
    private long accepted;
    private long largest;
    private double mostBytes;
    private long slowestNanos;

    private Fuzz(String name, Inputs<I> inputs, int bytesPerCharacter, Function<I, Outcome> parser) {
        this.name = name;
        this.inputs = inputs;
        this.bytesPerCharacter = bytesPerCharacter;
        this.parser = parser;
    }

    /**
     * A parser of texts.
     *
     * @param bytesPerCharacter memory that it may take for each character of a long text
     */
    public static Fuzz<String> texts(
            String name, List<String> valid, int bytesPerCharacter, Function<String, Outcome> parser) {
        return new Fuzz<>(name, new Texts(valid), bytesPerCharacter, parser);
    }

    /** A parser of messages. */
    public static Fuzz<byte[]> bytes(String name, List<byte[]> valid, Function<byte[], Outcome> parser) {
        return new Fuzz<>(name, new Bytes(valid), 16, parser);
    }

    /** Runs this parser's share of all inputs, with Turkish as the default locale. */
    public void run(TestReporter reporter) throws InterruptedException {
        long count = (Size.FUZZ_INPUTS.get() + PARSERS - 1) / PARSERS;
        run(Size.FUZZ_SEED.get(), Size.FUZZ_FIRST.get(), count);
        Figures.of("fuzz", name)
                .with("inputs", count)
                .with("different", different.size())
                .with("accepted", accepted)
                .with("largest", largest)
                .with("bytesPerCharacterAtMost", mostBytes)
                .with("slowestMillis", slowestNanos / 1e6)
                .publish(reporter);
    }

    void run(long seed, long first, long count) throws InterruptedException {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("tr-TR"));
        try {
            Thread worker = new Thread(() -> parseAll(seed, first, count), "fuzz-" + name);
            worker.setDaemon(true);
            worker.start();
            watch(worker, seed);
        } finally {
            Locale.setDefault(before);
        }
        Throwable thrown = failure;
        if (thrown != null) {
            throw new AssertionError(described(seed) + "\n" + thrown, thrown);
        }
    }

    private void watch(Thread worker, long seed) throws InterruptedException {
        long seen = -1;
        while (worker.isAlive()) {
            worker.join(HANGING_MILLIS);
            if (worker.isAlive() && number == seen) {
                AssertionError hangs = new AssertionError(described(seed) + "\nhangs");
                hangs.setStackTrace(worker.getStackTrace());
                throw hangs;
            }
            seen = number;
        }
    }

    private String described(long seed) {
        I input = input(seed, number);
        return "fuzz of " + name + ", seed " + seed + ", input " + number + " of length " + inputs.sizeOf(input) + ": "
                + inputs.show(input) + "\nagain with -D" + Size.FUZZ_SEED.property() + "=" + seed + " -D"
                + Size.FUZZ_FIRST.property() + "=" + number;
    }

    private I input(long seed, long index) {
        return inputs.next(new SplittableRandom(seed * 1_000_003L + name.hashCode() * 31L + (index << 20)).split());
    }

    private void parseAll(long seed, long first, long count) {
        try {
            for (long i = first; i < first + count; i++) {
                number = i;
                I input = input(seed, i);
                Outcome outcome = i % SAME_IN_EVERY_LOCALE == 0 ? inEveryLocale(input) : measured(input);
                different.add(inputs.fingerprint(input));
                accepted += outcome.accepted() ? 1 : 0;
                largest = Math.max(largest, inputs.sizeOf(input));
            }
        } catch (Throwable e) { // whatever it is, it is for the message
            failure = e;
        }
    }

    private Outcome inEveryLocale(I input) {
        Outcome turkish = measured(input);
        Locale locale = Locale.getDefault();
        Locale.setDefault(Locale.ROOT);
        try {
            Outcome plain = parser.apply(input);
            if (!plain.equals(turkish)) {
                throw new AssertionError(plain.what() + "\nbut in Turkish " + turkish.what());
            }
        } finally {
            Locale.setDefault(locale);
        }
        return turkish;
    }

    private Outcome measured(I input) {
        long bytes = THREADS.getCurrentThreadAllocatedBytes();
        long from = System.nanoTime();
        Outcome outcome = parser.apply(input);
        long nanos = System.nanoTime() - from;
        long taken = THREADS.getCurrentThreadAllocatedBytes() - bytes;
        slowestNanos = Math.max(slowestNanos, nanos);
        int size = inputs.sizeOf(input);
        if (nanos > SUSPICIOUS_NANOS || taken > allowedBytes(size)) {
            measureAgain(input, outcome); // or was it the machine, the collector, or a class being loaded?
        } else if (size >= 10_000) {
            mostBytes = Math.max(mostBytes, (double) taken / size);
        }
        return outcome;
    }

    private long allowedBytes(int size) {
        return ALLOWED_BYTES + (long) bytesPerCharacter * size;
    }

    private void measureAgain(I input, Outcome first) {
        long bytes = THREADS.getCurrentThreadAllocatedBytes();
        long from = THREADS.getCurrentThreadCpuTime();
        Outcome again = parser.apply(input);
        long nanos = THREADS.getCurrentThreadCpuTime() - from;
        long taken = THREADS.getCurrentThreadAllocatedBytes() - bytes;
        if (!again.equals(first)) {
            throw new AssertionError("is one time " + first.what() + "\nand another time " + again.what());
        }
        if (nanos > ALLOWED_CPU_NANOS) {
            throw new AssertionError("took " + nanos / 1_000_000 + " ms of processor time");
        }
        if (taken > allowedBytes(inputs.sizeOf(input))) {
            throw new AssertionError("took " + taken + " bytes of memory");
        }
    }
}
