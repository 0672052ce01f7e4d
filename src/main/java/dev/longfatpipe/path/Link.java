/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.path;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DurationText;
import java.time.Duration;
import java.util.Optional;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * One direction of a path: a drop-tail queue, a line behind it, and the way to the other end.
 *
 * <p>Immutable.
 *
 * @param rate line rate, counted on whole frames, 1 kbit to 400 gbit; {@code null} for a line without a limit
 * @param delay one-way delay of an empty line, 0 to 10 minutes
 * @param jitter the most that is added to the delay of a packet; drawn per packet, evenly from 0 to this, and never
 *     reordering: a packet does not overtake the one before it; 0 to 10 seconds
 * @param loss how packets are lost
 * @param queue room in front of the line; without meaning on a line without a limit
 * @since 0.1
 */
@API(status = EXPERIMENTAL, since = "0.1")
public record Link(@Nullable DataRate rate, Duration delay, Duration jitter, LossModel loss, Queue queue) {

    private static final DataRate MIN_RATE = DataRate.ofKilobitsPerSecond(1);
    private static final DataRate MAX_RATE = DataRate.ofGigabitsPerSecond(400);
    private static final Duration MAX_DELAY = Duration.ofMinutes(10);
    private static final Duration MAX_JITTER = Duration.ofSeconds(10);

    /** @throws IllegalArgumentException if a value is outside its range */
    public Link {
        if (rate != null) {
            requireRate("rate", rate.toString(), rate);
        }
        requireDelay("delay", DurationText.format(delay), delay);
        requireJitter("jitter", DurationText.format(jitter), jitter);
    }

    static void requireRate(String subject, String received, DataRate rate) {
        if (rate.compareTo(MIN_RATE) < 0) {
            throw Refusal.of(
                    subject,
                    received,
                    "is too slow for a line: write at least \"1kbit\", or omit it for an unlimited line");
        }
        if (rate.compareTo(MAX_RATE) > 0) {
            throw Refusal.of(
                    subject,
                    received,
                    "is too fast for a line: write at most \"400gbit\", or omit it for an unlimited line");
        }
    }

    static void requireDelay(String subject, String received, Duration delay) {
        requireWithin(subject, received, delay, MAX_DELAY, "10min");
    }

    static void requireJitter(String subject, String received, Duration jitter) {
        requireWithin(subject, received, jitter, MAX_JITTER, "10s");
    }

    private static void requireWithin(String subject, String received, Duration value, Duration max, String maxText) {
        if (value.isNegative()) {
            throw Refusal.of(subject, received, "is negative: write 0 or more, e.g. \"100ms\"");
        }
        if (value.compareTo(max) > 0) {
            throw Refusal.of(subject, received, "is too long: write at most \"" + maxText + "\"");
        }
    }

    /** The line rate; empty for a line without a limit. */
    public Optional<DataRate> lineRate() {
        return Optional.ofNullable(rate);
    }
}
