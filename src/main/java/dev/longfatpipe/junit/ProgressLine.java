/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import dev.longfatpipe.Pipe;
import dev.longfatpipe.observe.ConnectionSample;
import dev.longfatpipe.observe.PipeSnapshot;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Tells on the console how a long measurement is getting on: on a terminal one line that is written over once a second, elsewhere
 * a line every ten seconds. Nothing of a test that takes less than two seconds.
 */
final class ProgressLine implements AutoCloseable {

    private static final long FIRST_SECONDS = 2;
    private static final long TERMINAL_SECONDS = 1;
    private static final long LOG_SECONDS = 10;

    private final String test;
    private final Pipe pipe;
    private final boolean terminal;
    private final CountDownLatch over = new CountDownLatch(1);
    private final Thread thread;
    private int written;

    private ProgressLine(String test, Pipe pipe, boolean terminal) {
        this.test = test;
        this.pipe = pipe;
        this.terminal = terminal;
        this.thread = new Thread(this::run, "longfatpipe-progress");
        thread.setDaemon(true);
    }

    /**
     * Begins to tell.
     *
     * @param terminal whether somebody looks at a terminal
     * @return empty when nothing is to be told
     */
    static Optional<ProgressLine> begin(
            String test, Pipe pipe, ReportSettings.Progress when, Surroundings surroundings, boolean terminal) {
        boolean live = terminal && !surroundings.ci();
        boolean wanted = when == ReportSettings.Progress.ON || (when == ReportSettings.Progress.AUTO && live);
        if (!wanted) {
            return Optional.empty();
        }
        ProgressLine line = new ProgressLine(test, pipe, live);
        line.thread.start();
        return Optional.of(line);
    }

    private void run() {
        try {
            long pause = terminal ? TERMINAL_SECONDS : LOG_SECONDS;
            PipeSnapshot first = pipe.snapshot();
            PipeSnapshot before = first;
            long wait = terminal ? FIRST_SECONDS : LOG_SECONDS;
            while (!over.await(wait, TimeUnit.SECONDS)) {
                PipeSnapshot now = pipe.snapshot();
                show(text(test, first, before, now));
                before = now;
                wait = pause;
            }
        } catch (IllegalStateException closed) {
            // the test has closed its pipe
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (written > 0) {
            VerdictPrinter.progress("\r" + " ".repeat(written) + "\r");
        }
    }

    private void show(String text) {
        if (!terminal) {
            VerdictPrinter.progress(text + System.lineSeparator());
            return;
        }
        VerdictPrinter.progress("\r" + text + " ".repeat(Math.max(0, written - text.length())));
        written = text.length();
    }

    /** {@code ReplicationTest.fills_the_pipe  12 s  34.1 MB, 81.2 mbit now}, of the busier direction. */
    static String text(String test, PipeSnapshot first, PipeSnapshot before, PipeSnapshot now) {
        Direction direction = delivered(now, Direction.UPSTREAM) > delivered(now, Direction.DOWNSTREAM)
                ? Direction.UPSTREAM
                : Direction.DOWNSTREAM;
        long bytes = delivered(now, direction);
        Duration pause = Duration.ofNanos(Math.max(1, now.nanos() - before.nanos()));
        DataRate rate = DataRate.of(DataSize.ofBytes(Math.max(0, bytes - delivered(before, direction))), pause);
        long seconds = TimeUnit.NANOSECONDS.toSeconds(now.nanos() - first.nanos());
        return test + "  " + seconds + " s  " + DataSize.ofBytes(bytes).describe() + ", " + rate.describe() + " now";
    }

    private static long delivered(PipeSnapshot snapshot, Direction direction) {
        long bytes = 0;
        for (ConnectionSample connection : snapshot.connections()) {
            bytes += connection.flow(direction).deliveredBytes();
        }
        return bytes;
    }

    /** Ends the line, and waits until it is gone: the verdict is printed after it. */
    @Override
    public void close() {
        over.countDown();
        try {
            thread.join(TimeUnit.SECONDS.toMillis(1));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
