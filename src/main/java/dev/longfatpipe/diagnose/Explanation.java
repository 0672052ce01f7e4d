/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.Utilisation;
import java.time.Duration;
import org.apiguardian.api.API;

/**
 * Tells an engineer in a few lines what was expected of a transfer, what came of it, what held it back and what to change.
 *
 * <pre>{@code
 * Expected goodput >= 76.5 mbit (80 % of the expectation, 95.6 mbit) but was 5.1 mbit (5.3 %).
 *   Path      rtt 100 ms (measured 100.4 ms), rate 100 mbit, queue 1bdp; BDP 1.25 MB; backend relay (TCP modelled)
 *   Limit     RECEIVE_WINDOW: ...
 *   Fix       ...
 * }</pre>
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class Explanation {

    private final Assessment assessment;

    private Explanation(Assessment assessment) {
        this.assessment = assessment;
    }

    /** Explains an assessed transfer. */
    public static Explanation of(Assessment assessment) {
        return new Explanation(assessment);
    }

    /**
     * The text for a goodput below a share of the expectation.
     *
     * @param required the share that was asked for
     * @throws IllegalArgumentException when nothing bounds the expectation, so that there is no share of it
     */
    public String belowExpectation(Utilisation required) {
        return under("Expected goodput >= " + required);
    }

    /**
     * The text for a goodput below a share of the line rate.
     *
     * @param required the share that was asked for
     * @throws IllegalArgumentException when the line has no rate
     */
    public String belowLinkRate(Utilisation required) {
        return under("Expected goodput >= " + required);
    }

    /** The text for a goodput below a rate. */
    public String belowRate(DataRate required) {
        return under("Expected goodput >= " + required);
    }

    /** The text for a transfer that took longer than it was allowed to. */
    public String laterThan(Duration required) {
        return under("Expected completion within " + required);
    }

    /** The lines on path, limit and remedy, under a first line of the caller's. */
    public String under(String firstLine) {
        return firstLine + "\n" + assessment;
    }

    /**
     * The text for a test that is aborted rather than failed: {@code INCONCLUSIVE: } and the reason, then the text that the
     * failure would have had.
     *
     * @param failure one of the other texts
     * @throws IllegalStateException when the assessment is conclusive
     */
    public String inconclusive(String failure) {
        return "INCONCLUSIVE: " + assessment.inconclusive().orElseThrow(() -> new IllegalStateException("conclusive"))
                + "\n" + failure;
    }
}
