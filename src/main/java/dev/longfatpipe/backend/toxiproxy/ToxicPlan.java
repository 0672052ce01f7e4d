/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.toxiproxy;

import dev.longfatpipe.backend.toxiproxy.PlannedToxic.Kind;
import dev.longfatpipe.expect.CongestionControl;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.path.Link;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DurationText;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which toxics make a path. A pure function.
 *
 * <p>In each direction the bandwidth comes first, then the latency: the other way round the delay line, which has room for 1024
 * pieces, would be filled by what the rate holds back. A rate is that of the line, headers included, and Toxiproxy counts
 * payload: what it is told is the goodput ceiling, {@code rate x mss / frame}.
 *
 * @param toxics in the order in which they are to be added
 * @param rounding what whole milliseconds and KB/s make of the path, one line each, from 0.01 % on; never more than 1 %
 */
record ToxicPlan(List<PlannedToxic> toxics, List<String> rounding) {

    private static final BigDecimal BITS_PER_KILOBYTE = BigDecimal.valueOf(8_000);
    private static final BigDecimal NANOS_PER_MILLI = BigDecimal.valueOf(1_000_000);
    private static final double MOST_ROUNDING = 0.01;
    private static final String OTHERS = "or use backend relay, netem or tun";

    ToxicPlan {
        toxics = List.copyOf(toxics);
        rounding = List.copyOf(rounding);
    }

    /**
     * Plans the toxics of a path.
     *
     * @param lossIsRate whether loss is to be a cap on the rate; else the path loses nothing
     * @throws IllegalArgumentException when rounding would take more than 1 % off, or add it
     */
    static ToxicPlan of(Path path, boolean lossIsRate) {
        Plan plan = new Plan(path, lossIsRate);
        long[] delays = plan.delays();
        for (Direction direction : Direction.values()) {
            plan.addRate(direction);
            plan.addDelay(direction, delays[direction.ordinal()]);
        }
        return new ToxicPlan(plan.toxics, plan.rounding);
    }

    /**
     * The goodput that Mathis' law leaves one connection of a direction; empty without loss, and where the round trip is zero.
     */
    static Optional<DataRate> lossCap(Path path, Direction direction) {
        return CongestionControl.RENO.lossCeiling(
                path.mss(), path.rtt(), path.link(direction).loss().meanLoss());
    }

    /** Returns the toxic of a kind in a direction. */
    Optional<PlannedToxic> toxic(Kind kind, Direction direction) {
        return toxics.stream()
                .filter(toxic -> toxic.kind() == kind && toxic.direction() == direction)
                .findFirst();
    }

    /**
     * Returns the toxics to be added or updated so that a proxy that has those of another plan has those of this one; a delay that
     * is no more becomes one of 0, for a toxic is never removed.
     *
     * @throws UnsupportedOperationException where a rate comes or goes: it would stand behind the delay, or have to be removed
     */
    List<PlannedToxic> after(ToxicPlan before) {
        List<PlannedToxic> changes = new ArrayList<>(toxics);
        for (Direction direction : Direction.values()) {
            boolean had = before.toxic(Kind.BANDWIDTH, direction).isPresent();
            boolean has = toxic(Kind.BANDWIDTH, direction).isPresent();
            if (had != has) {
                throw new UnsupportedOperationException("a rate can be changed while the pipe is open, but neither be "
                        + (has ? "given to a line without one" : "taken away")
                        + ": Toxiproxy keeps toxics in the order in which they were added, and removing one can take 5 s."
                        + " Open another pipe, or use backend relay, netem or tun");
            }
            if (before.toxic(Kind.LATENCY, direction).isPresent()
                    && toxic(Kind.LATENCY, direction).isEmpty()) {
                changes.add(new PlannedToxic(Kind.LATENCY, direction, 0));
            }
        }
        return changes;
    }

    private static final class Plan {

        private final Path path;
        private final boolean lossIsRate;
        private final List<PlannedToxic> toxics = new ArrayList<>();
        private final List<String> rounding = new ArrayList<>();

        Plan(Path path, boolean lossIsRate) {
            this.path = path;
            this.lossIsRate = lossIsRate;
        }

        private void addRate(Direction direction) {
            Optional<DataRate> line = path.goodputCeiling(direction);
            Optional<DataRate> cap = lossIsRate ? lossCap(path, direction) : Optional.empty();
            if (line.isEmpty() && cap.isEmpty()) {
                return;
            }
            boolean capped = cap.isPresent() && (line.isEmpty() || cap.get().compareTo(line.get()) < 0);
            DataRate payload = capped ? cap.get() : line.get();
            BigDecimal exact = BigDecimal.valueOf(payload.bitsPerSecond()).divide(BITS_PER_KILOBYTE);
            BigDecimal whole = exact.setScale(0, RoundingMode.HALF_UP);
            String subject = capped
                    ? "loss [" + path.link(direction).loss() + "] " + name(direction) + " as a rate cap"
                    : "rate [" + path.link(direction).lineRate().orElseThrow() + "] " + name(direction);
            note(
                    subject + " is " + plain(exact) + " KB/s of payload",
                    "KB/s",
                    exact,
                    whole,
                    "write at least \"419kbit\", of which whole KB/s are always within 1 %");
            toxics.add(new PlannedToxic(Kind.BANDWIDTH, direction, whole.longValueExact()));
        }

        /** Half of an rtt of an odd number of milliseconds is one more upstream; the round trip is as it was asked for. */
        private long[] delays() {
            Link up = path.upstream();
            Link down = path.downstream();
            boolean halved = up.delay().minus(down.delay()).abs().compareTo(Duration.ofNanos(1)) <= 0;
            if (!halved) {
                return new long[] {delay("delay", up.delay(), " upstream"), delay("delay", down.delay(), " downstream")
                };
            }
            long rtt = delay("rtt", path.rtt(), "");
            if (rtt % 2 != 0) {
                rounding.add(
                        "half of rtt [" + DurationText.format(path.rtt()) + "] is no whole number of milliseconds: "
                                + (rtt / 2 + 1) + " upstream, " + rtt / 2 + " downstream");
            }
            return new long[] {rtt - rtt / 2, rtt / 2};
        }

        private long delay(String attribute, Duration asked, String where) {
            BigDecimal exact = BigDecimal.valueOf(asked.toNanos()).divide(NANOS_PER_MILLI);
            BigDecimal whole = exact.setScale(0, RoundingMode.HALF_UP);
            note(
                    attribute + " [" + DurationText.format(asked) + "]" + where,
                    "ms",
                    exact,
                    whole,
                    "write whole milliseconds");
            return whole.longValueExact();
        }

        private void addDelay(Direction direction, long millis) {
            if (millis > 0) {
                toxics.add(new PlannedToxic(Kind.LATENCY, direction, millis));
            }
        }

        private void note(String subject, String unit, BigDecimal exact, BigDecimal whole, String remedy) {
            if (exact.compareTo(whole) == 0) {
                return;
            }
            double off = whole.doubleValue() / exact.doubleValue() - 1;
            BigDecimal percent = BigDecimal.valueOf(off * 100)
                    .setScale(2, RoundingMode.HALF_UP)
                    .stripTrailingZeros();
            String rounded = subject + ", and Toxiproxy takes whole " + unit + ": " + whole.toPlainString() + " is "
                    + (percent.signum() > 0 ? "+" : "") + percent.toPlainString() + " %";
            if (Math.abs(off) > MOST_ROUNDING) {
                throw new IllegalArgumentException(
                        rounded + ", and more than 1 % is refused: " + remedy + ", " + OTHERS);
            }
            if (percent.signum() != 0) {
                rounding.add(rounded);
            }
        }

        private static String name(Direction direction) {
            return direction == Direction.UPSTREAM ? "upstream" : "downstream";
        }

        private static String plain(BigDecimal number) {
            return number.setScale(3, RoundingMode.HALF_UP).stripTrailingZeros().toPlainString();
        }
    }
}
