/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.longfatpipe.diagnose.Assessment;
import dev.longfatpipe.kernel.WindowLaw;
import dev.longfatpipe.observe.Punctuality;
import dev.longfatpipe.observe.Transfer;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** A goodput that Linux 6.1 gave, read from 40 % of its run to the end, so without slow start. */
record KernelFigure(DataRate goodput) {

    /** How far a run may be from the kernel's figure, in per cent. */
    enum Tolerance {
        /**
         * A window that arrives in a burst per round trip is counted in whole bursts, here about 40 of them: one
         * more or less is 2.5 %. The kernel's own repeats lie 2 % apart.
         */
        ROUND_TRIPS_OF_40_MS(5),
        /** The same with about 33 bursts: one is 3 %. */
        ROUND_TRIPS_OF_50_MS(5),
        /** The same with about 17 bursts: one is 6 %. */
        ROUND_TRIPS_OF_100_MS(8),
        /** A busy line has one rate; the kernel's repeats lie 0.2 % apart. A stall of 36 ms is 2 % of the time measured. */
        LINE(2),
        /** The kernel itself stayed 2.4 % below this line's ceiling of 1912.8 mbit. */
        LINE_OF_2_GBIT(5),
        /**
         * A blocked writer is woken when a third of the buffer is free, so that the rate lies anywhere between two
         * thirds of the capacity and all of it. The kernel gave 0.71 to 0.87 of SO_SNDBUF per round trip, 10 % around
         * the middle, from one size to another, and its repeats lie up to 9 % apart.
         */
        SEND_BUFFER(15);

        private final int percent;

        Tolerance(int percent) {
            this.percent = percent;
        }
    }

    static KernelFigure of(String goodput) {
        return new KernelFigure(DataRate.parse(goodput));
    }

    /** What such a kernel moves in a time, in a number that eight connections can share. */
    DataSize bytesIn(Duration time) {
        long bytes = goodput.bytesIn(time).bytes();
        return DataSize.ofBytes(bytes - bytes % 8);
    }

    void requireGoodput(Transfer transfer, Tolerance tolerance) {
        DataRate least = DataRate.ofBitsPerSecond(goodput.bitsPerSecond() * (100 - tolerance.percent) / 100);
        requireClose(
                Assessment.of(transfer).against(least),
                "goodput in mbit, against the kernel's",
                transfer.goodput().megabitsPerSecond(),
                goodput.megabitsPerSecond(),
                tolerance.percent);
    }

    /** A smoothed round-trip time is one of the path and of what stands in its queue; the kernel's own samples vary by 5 %. */
    static void requireSmoothedRtt(Transfer transfer, Duration kernel) {
        Duration srtt = transfer.connectionsWithBytes(transfer.direction())
                .get(0)
                .flow(transfer.direction())
                .after()
                .smoothedRtt();
        requireClose(Assessment.of(transfer), "smoothed rtt in ms, against the kernel's", srtt.toNanos() / 1e6, kernel.toMillis(), 5);
    }

    private static void requireClose(Assessment assessment, String what, double actual, double kernel, int percent) {
        assumeThat(assessment.transfer().pipe().clientKernel().law())
                .as("the figures are those of Linux 6.1, and another kernel makes other windows of the same buffers")
                .isEqualTo(WindowLaw.LINUX_6_1);
        if (Math.abs(actual - kernel) > kernel * percent / 100) {
            lateness(assessment, Math.abs(actual - kernel) / kernel, percent)
                    .ifPresent(reason ->
                            abort("INCONCLUSIVE: " + what + " " + kernel + ", was " + actual + "; " + reason));
        }
        assertThat(actual).as(what).isCloseTo(kernel, withinPercentage(percent));
    }

    /**
     * The library tolerates work that is overdue for 5 % of the time, and lets a line's goodput stand on a machine on which something waited for a
     * processor; a closer comparison needs a machine that is punctual.
     */
    private static Optional<String> lateness(Assessment assessment, double deviation, int percent) {
        Punctuality punctuality = assessment.transfer().punctuality();
        double stalledPercent = 100 * punctuality.stalledShare();
        double contended = (double) punctuality.mostContended().toNanos()
                / punctuality.elapsed().toNanos();
        return assessment.inconclusive()
                .or(() -> Optional.of(String.format(
                                Locale.ROOT, "the pipe's work was overdue for %.1f %% of the time", stalledPercent))
                        .filter(reason -> stalledPercent > percent / 2.0))
                .or(() -> Optional.of(String.format(
                                Locale.ROOT,
                                "something on the machine may have waited for a processor for %.1f %% of the time",
                                100 * contended))
                        .filter(reason -> contended > deviation));
    }
}
