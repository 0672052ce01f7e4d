/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.path;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DurationText;
import dev.longfatpipe.units.Loss;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * Builds a {@link Path}; not thread-safe. A value without a direction is set for both; later calls replace earlier ones.
 *
 * <p>Each setter refuses a value outside its range with an {@link IllegalArgumentException} that says what to write instead.
 *
 * @since 0.1
 */
@API(status = EXPERIMENTAL, since = "0.1")
public final class PathBuilder {

    private final Map<Direction, DataRate> rates = new EnumMap<>(Direction.class);
    private final Map<Direction, Duration> delays = new EnumMap<>(Direction.class);
    private final Map<Direction, Duration> jitters = new EnumMap<>(Direction.class);
    private final Map<Direction, LossModel> losses = new EnumMap<>(Direction.class);
    private final Map<Direction, Queue> queues = new EnumMap<>(Direction.class);
    private String name = "";
    private @Nullable Duration rtt;
    private int mtu = Path.DEFAULT_MTU;

    PathBuilder() {}

    PathBuilder(Path path) {
        name = path.name();
        mtu = path.mtu();
        for (Direction direction : Direction.values()) {
            Link link = path.link(direction);
            link.lineRate().ifPresent(rate -> rates.put(direction, rate));
            delays.put(direction, link.delay());
            jitters.put(direction, link.jitter());
            losses.put(direction, link.loss());
            queues.put(direction, link.queue());
        }
    }

    /** What reports call the path; empty by default. */
    public PathBuilder name(String name) {
        this.name = name;
        return this;
    }

    /**
     * The round-trip time of the empty path, 0 to 10 minutes: half of it in each direction, an odd nanosecond downstream,
     * unless a {@link #delay(Direction, Duration)} is set after it. Replaces delays set before.
     */
    public PathBuilder rtt(Duration rtt) {
        return rtt(DurationText.format(rtt), rtt);
    }

    /** As {@link #rtt(Duration)}, from a text: {@code 100ms}. */
    public PathBuilder rtt(String rtt) {
        return rtt(rtt, DurationText.parse("rtt", rtt));
    }

    private PathBuilder rtt(String received, Duration rtt) {
        Link.requireDelay("rtt", received, rtt);
        this.rtt = rtt;
        delays.clear();
        return this;
    }

    /** The line rate of both directions, 1 kbit to 400 gbit. */
    public PathBuilder rate(DataRate rate) {
        return rate("rate", rate.toString(), rate, Direction.values());
    }

    /** As {@link #rate(DataRate)}, from a text: {@code 100mbit}. */
    public PathBuilder rate(String rate) {
        return rate("rate", rate, DataRate.parse("rate", rate), Direction.values());
    }

    /** The line rate of one direction, 1 kbit to 400 gbit. */
    public PathBuilder rate(Direction direction, DataRate rate) {
        return rate(subject(direction, "rate"), rate.toString(), rate, direction);
    }

    /** As {@link #rate(Direction, DataRate)}, from a text: {@code 100mbit}. */
    public PathBuilder rate(Direction direction, String rate) {
        String subject = subject(direction, "rate");
        return rate(subject, rate, DataRate.parse(subject, rate), direction);
    }

    private PathBuilder rate(String subject, String received, DataRate rate, Direction... directions) {
        Link.requireRate(subject, received, rate);
        return put(rates, rate, directions);
    }

    /** No rate limit in either direction, as at the start. */
    public PathBuilder unlimitedRate() {
        rates.clear();
        return this;
    }

    /** No rate limit in one direction. */
    public PathBuilder unlimitedRate(Direction direction) {
        rates.remove(direction);
        return this;
    }

    /**
     * The one-way delay of one direction. With an {@link #rtt(Duration)} the other direction gets the rest of it, and two
     * delays must add up to it; without one the other direction's is 0 until it is set.
     */
    public PathBuilder delay(Direction direction, Duration delay) {
        return delay(direction, DurationText.format(delay), delay);
    }

    /** As {@link #delay(Direction, Duration)}, from a text: {@code 20ms}. */
    public PathBuilder delay(Direction direction, String delay) {
        return delay(direction, delay, DurationText.parse(subject(direction, "delay"), delay));
    }

    private PathBuilder delay(Direction direction, String received, Duration delay) {
        Link.requireDelay(subject(direction, "delay"), received, delay);
        return put(delays, delay, direction);
    }

    /** The most that is added to the one-way delay of a packet, in both directions; keeps order. */
    public PathBuilder jitter(Duration jitter) {
        return jitter("jitter", DurationText.format(jitter), jitter, Direction.values());
    }

    /** As {@link #jitter(Duration)}, from a text: {@code 5ms}. */
    public PathBuilder jitter(String jitter) {
        return jitter("jitter", jitter, DurationText.parse("jitter", jitter), Direction.values());
    }

    /** The most that is added to the one-way delay of a packet, in one direction; keeps order. */
    public PathBuilder jitter(Direction direction, Duration jitter) {
        return jitter(subject(direction, "jitter"), DurationText.format(jitter), jitter, direction);
    }

    /** As {@link #jitter(Direction, Duration)}, from a text: {@code 5ms}. */
    public PathBuilder jitter(Direction direction, String jitter) {
        String subject = subject(direction, "jitter");
        return jitter(subject, jitter, DurationText.parse(subject, jitter), direction);
    }

    private PathBuilder jitter(String subject, String received, Duration jitter, Direction... directions) {
        Link.requireJitter(subject, received, jitter);
        return put(jitters, jitter, directions);
    }

    /** How both directions lose packets, each on its own. */
    public PathBuilder loss(LossModel loss) {
        return put(losses, loss, Direction.values());
    }

    /** Independent loss in both directions. */
    public PathBuilder loss(Loss loss) {
        return loss(LossModel.independent(loss));
    }

    /** As {@link #loss(LossModel)}, from a text: {@code 0.1%}, {@code gilbert-elliott p=1% r=25%}. */
    public PathBuilder loss(String loss) {
        return loss(LossModel.parse("loss", loss));
    }

    /** How one direction loses packets. */
    public PathBuilder loss(Direction direction, LossModel loss) {
        return put(losses, loss, direction);
    }

    /** Independent loss in one direction. */
    public PathBuilder loss(Direction direction, Loss loss) {
        return loss(direction, LossModel.independent(loss));
    }

    /** As {@link #loss(Direction, LossModel)}, from a text: {@code 0.1%}. */
    public PathBuilder loss(Direction direction, String loss) {
        return loss(direction, LossModel.parse(subject(direction, "loss"), loss));
    }

    /** The room in front of both lines; {@code 1bdp} by default. */
    public PathBuilder queue(Queue queue) {
        return put(queues, queue, Direction.values());
    }

    /** As {@link #queue(Queue)}, from a text: {@code 64KiB}, {@code 50ms}, {@code 1bdp}. */
    public PathBuilder queue(String queue) {
        return queue(Queue.parse("queue", queue));
    }

    /** The room in front of one line. */
    public PathBuilder queue(Direction direction, Queue queue) {
        return put(queues, queue, direction);
    }

    /** As {@link #queue(Direction, Queue)}, from a text: {@code 64KiB}, {@code 50ms}, {@code 1bdp}. */
    public PathBuilder queue(Direction direction, String queue) {
        return queue(direction, Queue.parse(subject(direction, "queue"), queue));
    }

    /** The largest IP packet in bytes, 576 to 65535; 1500 by default. */
    public PathBuilder mtu(int mtu) {
        Path.requireMtu(mtu);
        this.mtu = mtu;
        return this;
    }

    /**
     * The path.
     *
     * @throws IllegalArgumentException if rtt and delays contradict each other, or the rtt is above 10 minutes
     */
    public Path build() {
        return new Path(name, link(Direction.UPSTREAM), link(Direction.DOWNSTREAM), mtu);
    }

    private Link link(Direction direction) {
        return new Link(
                rates.get(direction),
                delayOf(direction),
                jitters.getOrDefault(direction, Duration.ZERO),
                losses.getOrDefault(direction, LossModel.none()),
                queues.getOrDefault(direction, Queue.DEFAULT));
    }

    private Duration delayOf(Direction direction) {
        Duration own = delays.get(direction);
        Duration other = delays.get(direction.opposite());
        if (rtt == null) {
            return own != null ? own : Duration.ZERO;
        }
        if (own == null && other == null) {
            Duration half = rtt.dividedBy(2);
            return direction == Direction.UPSTREAM ? half : rtt.minus(half);
        }
        Duration delay = own != null ? own : rtt.minus(other);
        Duration sum = own != null && other != null ? own.plus(other) : rtt;
        if (delay.isNegative() || !sum.equals(rtt)) {
            throw contradiction(rtt);
        }
        return delay;
    }

    private IllegalArgumentException contradiction(Duration total) {
        StringBuilder given = new StringBuilder();
        delays.forEach((direction, delay) -> given.append(given.isEmpty() ? "" : " and ")
                .append(subject(direction, "delay"))
                .append(" [")
                .append(DurationText.format(delay))
                .append(']'));
        return Refusal.of(
                "rtt",
                DurationText.format(total),
                "is not the sum of both delays, with " + given
                        + ": omit the rtt, or give one delay of at most the rtt");
    }

    private <T> PathBuilder put(Map<Direction, T> values, T value, Direction... directions) {
        for (Direction direction : directions) {
            values.put(direction, value);
        }
        return this;
    }

    private static String subject(Direction direction, String what) {
        return direction.name().toLowerCase(Locale.ROOT) + " " + what;
    }
}
