/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class DiagnosisTests {

    @Test
    void without_evidence_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Diagnosis(LimitingFactor.LINK, List.of(), "none"))
                .withMessage("evidence [] must have at least one line: a verdict needs a reason");
    }
}
