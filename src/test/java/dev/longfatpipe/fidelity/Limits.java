/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.fidelity;

import dev.longfatpipe.diagnose.LimitingFactor;
import dev.longfatpipe.kernel.KernelProfile;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How far the model may be from the truth.
 *
 * @param row the truth
 * @param scenario its set-up
 * @param group which kind of row it is
 */
record Limits(TruthRow row, Scenario scenario, Group group) {

    private static final double GOODPUT = 0.05;
    private static final double SEND_BUFFER = 0.08;
    private static final double LOSS = 0.15;
    private static final double FINITE = 0.03;
    private static final double FINITE_MILLIS = 25;
    private static final double RTT = 0.1;

    private static final Map<String, LimitingFactor> FACTORS = Map.of(
            "rwnd", LimitingFactor.RECEIVE_WINDOW,
            "sndbuf", LimitingFactor.SEND_BUFFER,
            "bandwidth", LimitingFactor.LINK,
            "loss", LimitingFactor.LOSS,
            "slow_start", LimitingFactor.SLOW_START,
            "slow_reader", LimitingFactor.SLOW_READER,
            "app_sender", LimitingFactor.SENDER);

    /** Rows that are judged alike. */
    enum Group {
        WINDOW("windows, streams, window scaling", "goodput within 5 %"),
        LINK("link", "goodput within 5 %"),
        APPLICATION("paced sender, slow reader", "goodput within 5 %"),
        SEND_BUFFER("send buffers", "goodput within 8 % of the truth's range"),
        LOSS("loss", "mean goodput within 15 %"),
        FINITE("finite transfers", "time within 25 ms or 3 %");

        private final String title;
        private final String limit;

        Group(String title, String limit) {
            this.title = title;
            this.limit = limit;
        }

        String title() {
            return title;
        }

        String limit() {
            return limit;
        }
    }

    static Limits of(TruthRow row, Scenario scenario) {
        return new Limits(row, scenario, group(row, scenario));
    }

    private static Group group(TruthRow row, Scenario scenario) {
        if (scenario.bytes().isPresent()) {
            return Group.FINITE;
        }
        if (scenario.isLossy()) {
            return Group.LOSS;
        }
        if (!scenario.send().isAuto()) {
            return Group.SEND_BUFFER;
        }
        if (scenario.senderPace().isPresent() || scenario.readerPace().isPresent()) {
            return Group.APPLICATION;
        }
        return row.cause().equals("bandwidth") ? Group.LINK : Group.WINDOW;
    }

    /** Says what is out of its limits; empty when nothing is. */
    Optional<String> complaint(Measurement measured) {
        String text = group == Group.FINITE ? time(measured) : goodput(measured.goodputMbit());
        String rtt = isQueueRow() ? rtt(measured.rttMillis()) : "";
        String all = text.isEmpty() || rtt.isEmpty() ? text + rtt : text + "; " + rtt;
        return all.isEmpty() ? Optional.empty() : Optional.of(all);
    }

    private String time(Measurement measured) {
        if (truthMillis().isEmpty() || measured.millis().isEmpty()) {
            return "";
        }
        double truth = truthMillis().getAsDouble();
        double off = measured.millis().getAsDouble() - truth;
        return Math.abs(off) <= Math.max(FINITE_MILLIS, FINITE * truth)
                ? ""
                : String.format(Locale.ROOT, "time off by %+.0f ms (%+.1f %%)", off, 100 * off / truth);
    }

    private String goodput(double mbit) {
        if (row.goodputMbit().isEmpty()) {
            return "";
        }
        double truth = row.goodputMbit().getAsDouble();
        double tolerance = group == Group.LOSS ? LOSS : group == Group.SEND_BUFFER ? SEND_BUFFER : GOODPUT;
        boolean range = group == Group.SEND_BUFFER;
        double least = range ? row.leastMbit().orElse(truth) : truth;
        double most = range ? row.mostMbit().orElse(truth) : truth;
        return mbit >= least * (1 - tolerance) && mbit <= most * (1 + tolerance)
                ? ""
                : String.format(Locale.ROOT, "goodput off by %+.1f %%", 100 * (mbit / truth - 1));
    }

    /** A queue of known length stands at the bottleneck, and its delay was measured. */
    boolean isQueueRow() {
        return group == Group.LINK
                && scenario.rate().isPresent()
                && !scenario.superPackets()
                && row.loadedRttMillis().isPresent();
    }

    private String rtt(double millis) {
        double off = millis / row.loadedRttMillis().orElse(millis) - 1;
        return Math.abs(off) <= RTT ? "" : String.format(Locale.ROOT, "loaded rtt off by %+.1f %%", 100 * off);
    }

    /** The time of a finite transfer without the handshake, or with it less one round trip. */
    OptionalDouble truthMillis() {
        if (row.withoutHandshakeMillis().isPresent()
                || row.withHandshakeMillis().isEmpty()) {
            return row.withoutHandshakeMillis();
        }
        return OptionalDouble.of(
                row.withHandshakeMillis().getAsDouble() - scenario.rtt().toNanos() / 1e6);
    }

    /** What the library must say was the limit; empty for a cause that it has no word for. */
    Optional<LimitingFactor> expectedFactor(KernelProfile kernel) {
        if (row.cause().equals("rwnd") && !scenario.hasWindowScaling(kernel)) {
            return Optional.of(LimitingFactor.NO_WINDOW_SCALING);
        }
        return Optional.ofNullable(FACTORS.get(row.cause()));
    }
}
