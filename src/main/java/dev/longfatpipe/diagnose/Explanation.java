/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import dev.longfatpipe.expect.Expectation;
import dev.longfatpipe.observe.Transfer;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DurationText;
import dev.longfatpipe.units.Utilisation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apiguardian.api.API;

/**
 * Tells an engineer in a few lines what was expected of a transfer, what came of it, what held it back and what to
 * change. Every number was measured in that run, or belongs to its path or kernel profile.
 *
 * <pre>
 * Expected goodput &gt;= 76.5 mbit (80 % of the expectation, 95.6 mbit) but was 5.1 mbit (5.3 %).
 *   Path      rtt 100 ms (measured 100.4 ms), rate 100 mbit, queue 1bdp; BDP 1.25 MB; backend relay (TCP modelled); ...
 *   Limit     RECEIVE_WINDOW: the line stood idle 94 % of the time (9.4 s of 10 s), 98 % of that because ...
 *             client socket 127.0.0.1:51514 has SO_RCVBUF 65536, set explicitly -&gt; window 64088 -&gt; ceiling 5.1
 *             mbit ...
 *   Fix       do not set SO_RCVBUF on the client's socket: ...
 *   Warnings  only where there are any
 * </pre>
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class Explanation {

    private final Assessment assessment;
    private final Diagnosis diagnosis;

    private Explanation(Assessment assessment, Diagnosis diagnosis) {
        this.assessment = assessment;
        this.diagnosis = diagnosis;
    }

    /** Explains an assessed transfer. */
    public static Explanation of(Assessment assessment) {
        return new Explanation(assessment, assessment.diagnosis());
    }

    /** Returns the same explanation with another diagnosis: that of one connection. */
    public Explanation with(Diagnosis other) {
        return new Explanation(assessment, other);
    }

    /**
     * The text for a goodput below a share of the expectation.
     *
     * @param required the share that was asked for
     * @throws IllegalArgumentException when nothing bounds the expectation, so that there is no share of it
     */
    public String belowExpectation(Utilisation required) {
        DataRate whole = assessment.requireExpectedGoodput();
        return under(goodputBelow(required, "expectation", whole));
    }

    /**
     * The text for a goodput below a share of the line rate.
     *
     * @param required the share that was asked for
     * @throws IllegalArgumentException when the line has no rate
     */
    public String belowLinkRate(Utilisation required) {
        DataRate whole = assessment.requireLinkRate();
        String ceiling = transfer()
                .pipe()
                .path()
                .goodputCeiling(transfer().direction())
                .filter(most -> Shares.of(required, whole).compareTo(most) > 0)
                .map(most -> " Headers leave at most " + most.describe() + " of this line to the application.")
                .orElse("");
        return under(goodputBelow(required, "line rate", whole) + ceiling);
    }

    private String goodputBelow(Utilisation required, String what, DataRate whole) {
        DataRate least = Shares.of(required, whole);
        return "Expected goodput >= " + Apart.text(least, transfer().goodput()) + " (" + required.describe()
                + " of the "
                + what + ", " + whole.describe() + ") but was "
                + Apart.text(transfer().goodput(), least) + " ("
                + Utilisation.of(transfer().goodput(), whole).describe() + ").";
    }

    /** The text for a goodput below a rate. */
    public String belowRate(DataRate required) {
        DataRate goodput = transfer().goodput();
        String expected = assessment
                .expectation()
                .goodput()
                .map(whole -> " (" + Utilisation.of(goodput, whole).describe() + " of the expectation, "
                        + whole.describe() + ")")
                .orElse("");
        return under("Expected goodput >= " + Apart.text(required, goodput) + " but was "
                + Apart.text(goodput, required) + expected + ".");
    }

    /** The text for a transfer that took longer than it was allowed to. */
    public String laterThan(Duration required) {
        Expectation expectation = assessment.expectation();
        String possible = expectation
                .completion()
                .map(least -> "; the path allows " + DurationText.describe(least)
                        + (least.compareTo(required) > 0 ? ", so that no application can do what is expected" : ""))
                .orElse("");
        return under(
                "Expected completion within " + Apart.text(required, transfer().duration()) + " but took "
                        + Apart.text(transfer().duration(), required) + " ("
                        + transfer().bytes().describe() + " "
                        + (transfer().direction() == Direction.UPSTREAM ? "upstream" : "downstream") + possible + ").");
    }

    /** The lines on path, limit and remedy, under a first line of the caller's. */
    public String under(String firstLine) {
        List<String> limit = new ArrayList<>(diagnosis.evidence());
        limit.set(0, diagnosis.factor() + ": " + limit.get(0));
        return new Layout(firstLine)
                .add("Path", List.of(PathLine.of(transfer().pipe(), transfer().direction())))
                .add("Limit", limit)
                .add("Fix", List.of(diagnosis.remedy()))
                .add("Warnings", transfer().warnings())
                .toString();
    }

    /**
     * The text for a test that is aborted rather than failed: {@code INCONCLUSIVE: } and the reason, then the text that
     * the failure would have had.
     *
     * @param failure one of the other texts
     * @throws IllegalStateException when the assessment is conclusive
     */
    public String inconclusive(String failure) {
        String reason = assessment
                .inconclusive()
                .orElseThrow(
                        () -> new IllegalStateException("this assessment is conclusive: fail with the text as it is"));
        return "INCONCLUSIVE: " + reason + ". Without that it would have failed with:\n" + failure;
    }

    private Transfer transfer() {
        return assessment.transfer();
    }
}
