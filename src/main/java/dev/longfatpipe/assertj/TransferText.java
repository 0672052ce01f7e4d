/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.assertj;

import dev.longfatpipe.diagnose.Assessment;

/** What a transfer reached, in words. */
final class TransferText {

    private TransferText() {}

    /** {@code goodput 5.1 mbit (5.3 % of the expectation, 95.6 mbit)}. */
    static String reached(Assessment assessment) {
        String share = assessment
                .utilisation()
                .flatMap(utilisation -> assessment
                        .expectation()
                        .goodput()
                        .map(whole -> " (" + utilisation.describe() + " of the expectation, " + whole.describe() + ")"))
                .orElse("");
        return "goodput " + assessment.transfer().goodput().describe() + share;
    }
}
