/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.assertj;

import dev.longfatpipe.diagnose.Assessment;
import dev.longfatpipe.diagnose.Explanation;
import dev.longfatpipe.observe.Transfer;
import dev.longfatpipe.units.Utilisation;
import org.apiguardian.api.API;

/**
 * A share of the goodput, still to be told of what.
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class GoodputShareAssert {

    private final TransferAssert origin;
    private final Transfer transfer;
    private final Utilisation share;

    GoodputShareAssert(TransferAssert origin, Transfer transfer, Utilisation share) {
        this.origin = origin;
        this.transfer = transfer;
        this.share = share;
    }

    /**
     * Verifies the share of the expectation: what a well-tuned application reaches with as many bytes on this path. A
     * short transfer is compared with a short transfer, so that slow start is no failure.
     *
     * @throws IllegalArgumentException when nothing bounds the expectation, so that there is no share of it
     */
    public TransferAssert ofTheExpectation() {
        Assessment assessment = Assessment.of(transfer);
        if (!assessment.reaches(share)) {
            origin.fail(
                    assessment.againstExpectation(share),
                    Explanation.of(assessment).belowExpectation(share));
        }
        return origin;
    }

    /**
     * Verifies the share of the line rate as it was written for the path. Headers are part of the line rate, so that an
     * application reaches 95.64 % of it at the most at MTU 1500.
     *
     * @throws IllegalArgumentException when the line has no rate
     */
    public TransferAssert ofTheLinkRate() {
        Assessment assessment = Assessment.of(transfer);
        if (!assessment.reachesOfLinkRate(share)) {
            origin.fail(
                    assessment.againstLinkRate(share),
                    Explanation.of(assessment).belowLinkRate(share));
        }
        return origin;
    }
}
