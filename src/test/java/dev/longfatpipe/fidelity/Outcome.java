/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.fidelity;

import dev.longfatpipe.diagnose.LimitingFactor;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * One row of the truth beside what the library made of it.
 *
 * @param row the truth
 * @param limits how far it may be off; null when the set-up could not be read
 * @param measured what was measured; null when it was not
 * @param expected what the library should have diagnosed; null where the truth says nothing that it has a word for
 * @param status {@code ok}, or {@code skipped}, {@code inconclusive}, {@code failed} with the reason
 */
record Outcome(
        TruthRow row,
        @Nullable Limits limits,
        @Nullable Measurement measured,
        @Nullable LimitingFactor expected,
        String status) {

    static final String OK = "ok";

    /** The columns of the result file. */
    static final List<String> COLUMNS = List.of(
            "scenario",
            "parameters",
            "truth_goodput_mbit",
            "measured_goodput_mbit",
            "ratio",
            "measured_rtt_ms",
            "cause",
            "diagnosed",
            "status",
            "truth_ms",
            "measured_ms",
            "connect_ms");

    static Outcome skipped(TruthRow row, @Nullable Limits limits, String reason) {
        return new Outcome(row, limits, null, null, "skipped: " + reason);
    }

    static Outcome failed(TruthRow row, Limits limits, String reason) {
        return new Outcome(row, limits, null, null, "failed: " + reason);
    }

    boolean isSkipped() {
        return status.startsWith("skipped");
    }

    boolean isFailed() {
        return status.startsWith("failed");
    }

    Optional<Measurement> measurement() {
        return Optional.ofNullable(measured);
    }

    OptionalDouble truthMillis() {
        return limits == null ? OptionalDouble.empty() : limits.truthMillis();
    }

    /** Measured goodput as a share of the truth's. */
    OptionalDouble ratio() {
        return measured == null
                        || row.goodputMbit().isEmpty()
                        || row.goodputMbit().getAsDouble() == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(measured.goodputMbit() / row.goodputMbit().getAsDouble());
    }

    boolean isDiagnosedRight() {
        return measured != null && expected == measured.diagnosed();
    }

    /** What is out of its limits, if anything is. */
    Optional<String> complaint() {
        return measured == null || limits == null ? Optional.empty() : limits.complaint(measured);
    }

    /** One line of the result file. */
    List<String> fields() {
        Optional<Measurement> run = measurement();
        return List.of(
                row.scenario(),
                row.parameters(),
                number(row.goodputMbit(), 3),
                number(run.map(Measurement::goodputMbit), 3),
                number(ratio(), 4),
                number(run.map(Measurement::rttMillis).filter(millis -> !millis.isNaN()), 2),
                row.cause(),
                run.map(each -> each.diagnosed().name()).orElse(""),
                status,
                number(truthMillis(), 2),
                number(run.map(Measurement::millis).orElse(OptionalDouble.empty()), 2),
                number(run.map(Measurement::connectMillis).filter(millis -> !millis.isNaN()), 2));
    }

    private static String number(Optional<Double> value, int decimals) {
        return value.map(number -> String.format(Locale.ROOT, "%." + decimals + "f", number))
                .orElse("");
    }

    static String number(OptionalDouble value, int decimals) {
        return value.isEmpty() ? "" : String.format(Locale.ROOT, "%." + decimals + "f", value.getAsDouble());
    }
}
