/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import dev.longfatpipe.path.Direction;
import dev.longfatpipe.path.Link;
import dev.longfatpipe.path.LossModel;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import dev.longfatpipe.units.DurationText;
import dev.longfatpipe.units.Loss;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One direction of a path as two qdiscs, one after the other: hfsc with a fifo that counts bytes is the bottleneck (rate and queue),
 * netem behind it the way to the other end (delay, jitter, loss, and the time that a packet takes to be sent).
 *
 * <p>netem alone would do, but its limit counts the packets of the delay line as well, so that a burst finds more room than
 * the path's queue has; it counts packets, so that 66 acknowledgements fill a queue of 100 KB; and it counts what the path loses
 * together with what found the queue full. tbf loses rate when timers are late: 13 to 16 of 20 mbit under User-Mode Linux, where hfsc
 * held 20.0.
 *
 * <p>netem always has a rate: with it, it sends no packet before the one that came before it, whatever the jitter ({@code
 * netem_enqueue} of {@code net/sched/sch_netem.c}). It is a little above that of the bottleneck, so that no second queue stands
 * in it.
 */
final class NetemLine {

    static final String BOTTLENECK = "1:";
    static final String QUEUE = "2:";
    static final String WAY = "3:";

    /** Stands for no limit, in bits per second: 0.03 microseconds for a full packet. */
    private static final long UNLIMITED = 400_000_000_000L;
    /** hfsc counts bytes per second in 32 bits. */
    private static final long FASTEST = 30_000_000_000L;

    /** For a line without a queue: more than anybody sends. */
    private static final long MANY_PACKETS = 4_000_000;

    private static final long MANY_BYTES = 2_000_000_000;

    /** netem draws a jitter of 32 bits, in nanoseconds, to both sides of the mean. */
    private static final Duration LONGEST_JITTER = Duration.ofSeconds(4);

    private static final double NANOS = 1e9;
    private static final long BITS = 8;
    /** netem rounds probabilities to 2^-32, and tc shows six digits. */
    private static final double ROUNDING = 1e-4;

    private final Path path;
    private final Link link;
    private final Direction direction;

    NetemLine(Path path, Direction direction) {
        this.path = path;
        this.direction = direction;
        this.link = path.link(direction);
    }

    /**
     * Refuses what netem would do otherwise.
     *
     * @throws IOException when there is such a thing
     */
    static void requirePossible(Path path) throws IOException {
        for (Direction direction : Direction.values()) {
            Optional<DataRate> rate = path.link(direction).lineRate();
            if (rate.isPresent() && rate.get().bitsPerSecond() > FASTEST) {
                throw new IOException(
                        "rate [" + rate.get() + "] is more than backend netem can hold: write at most \"30gbit\", or"
                                + " omit it for an unlimited line");
            }
            Duration jitter = path.link(direction).jitter();
            if (jitter.compareTo(LONGEST_JITTER) > 0) {
                throw new IOException(
                        "jitter [" + DurationText.format(jitter) + "] is more than backend netem can draw: write at"
                                + " most \"" + DurationText.format(LONGEST_JITTER) + "\", or use backend relay");
            }
        }
    }

    private static String bits(long bitsPerSecond) {
        return bitsPerSecond / BITS * BITS + "bit";
    }

    /** The jitter of a path is added to its delay; that of netem goes to both sides of it. */
    private Duration meanDelay() {
        return link.delay().plus(link.jitter().dividedBy(2));
    }

    /** Whether there is a bottleneck at all. */
    boolean isLimited() {
        return link.lineRate().isPresent();
    }

    private long bottleneckRate() {
        return link.lineRate().map(DataRate::bitsPerSecond).orElse(FASTEST);
    }

    /** The room of the queue in bytes; the frame that is being sent has left it. */
    long limit() {
        return path.queueSize(direction)
                .map(queue -> Math.max(path.frameBytes(), queue.bytes() - path.frameBytes()))
                .orElse(MANY_BYTES);
    }

    /** The commands that make the bottleneck, or change it. */
    String[] bottleneck(String device) {
        String rate = bits(bottleneckRate());
        return new String[] {
            "qdisc replace dev " + device + " root handle " + BOTTLENECK + " hfsc default 1",
            "class replace dev " + device + " parent 1: classid 1:1 hfsc ls m2 " + rate + " ul m2 " + rate,
            "qdisc replace dev " + device + " parent 1:1 handle " + QUEUE + " bfifo limit " + limit()
        };
    }

    /** The command that makes the way to the other end, or changes it. */
    String way(String device) {
        String jitter = link.jitter().isZero() ? "" : " " + time(link.jitter().dividedBy(2));
        String rate =
                bits(link.lineRate().map(each -> each.bitsPerSecond() / 20 * 21).orElse(UNLIMITED));
        return "qdisc replace dev " + device + " root handle " + WAY + " netem delay " + time(meanDelay()) + jitter
                + " rate " + rate + " limit " + MANY_PACKETS + " loss " + model(link.loss());
    }

    /** In microseconds, the smallest unit that every tc knows. */
    private static String time(Duration time) {
        return BigDecimal.valueOf(time.toNanos(), 3).stripTrailingZeros().toPlainString() + "us";
    }

    private static String model(LossModel model) {
        if (model instanceof LossModel.Independent independent) {
            return "random " + percent(independent.loss());
        }
        if (model instanceof LossModel.GilbertElliott chain) {
            return "gemodel " + percent(chain.goodToBad()) + " " + percent(chain.badToGood()) + " "
                    + percent(chain.lossInBad()) + " " + percent(chain.lossInGood());
        }
        return "random 0%";
    }

    private static String percent(Loss loss) {
        return BigDecimal.valueOf(loss.partsPerBillion(), 7)
                        .stripTrailingZeros()
                        .toPlainString() + "%";
    }

    /**
     * Returns what the kernel has not applied as asked, by what tc shows of it. The rate of a class is no part of that: the probe
     * measures it.
     */
    List<String> differences(Qdisc queue, Qdisc way) {
        List<String> differences = new ArrayList<>();
        if (isLimited()) {
            differ("limit", (double) limit(), queue.option("limit"), differences);
        }
        differ("delay", meanDelay().toNanos() / NANOS, way.option("delay", "delay"), differences);
        differ("jitter", link.jitter().dividedBy(2).toNanos() / NANOS, way.option("delay", "jitter"), differences);
        if (link.loss() instanceof LossModel.Independent independent) {
            differ("loss", share(independent.loss()), way.option("loss-random", "loss"), differences);
        }
        if (link.loss() instanceof LossModel.GilbertElliott chain) {
            differ("loss p", share(chain.goodToBad()), way.option("loss-gemodel", "p"), differences);
            differ("loss r", share(chain.badToGood()), way.option("loss-gemodel", "r"), differences);
        }
        return differences;
    }

    private static double share(Loss loss) {
        return loss.partsPerBillion() / NANOS;
    }

    private static void differ(String what, double asked, double applied, List<String> differences) {
        if (Math.abs(asked - applied) > ROUNDING * asked) {
            differences.add(what + " " + number(asked) + " was asked for and " + number(applied) + " applied");
        }
    }

    private static String number(double value) {
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }

    /** For how long a number of bytes keeps the line busy; no time where it has no rate. */
    long nanosFor(long bytes) {
        return link.lineRate()
                .map(rate -> rate.timeFor(DataSize.ofBytes(bytes)).toNanos())
                .orElse(0L);
    }
}
