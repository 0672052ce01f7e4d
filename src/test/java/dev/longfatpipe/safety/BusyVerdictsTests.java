/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.safety;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.diagnose.LimitingFactor;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BusyVerdictsTests {

    private static final String LINK =
            "PASSED       A.fills_it  rtt 100 ms, rate 100 mbit, queue 1bdp | expected 1 mbit | achieved 1 mbit | 99 % | LINK";

    private static VerdictText verdict(String line) {
        return VerdictText.parse(line).orElseThrow();
    }

    private static List<String> wrongs(String busy) {
        QuietVerdicts quiet = new QuietVerdicts();
        assertThat(quiet.add(List.of(verdict(LINK)))).isEmpty();
        return quiet.wrongs(List.of(verdict(busy)));
    }

    @Test
    void a_verdict_line_has_a_test_and_a_factor() {
        VerdictText link = verdict(LINK);
        assertThat(link.verdict()).isEqualTo("PASSED");
        assertThat(link.test()).isEqualTo("A.fills_it");
        assertThat(link.factor()).contains(LimitingFactor.LINK);
        assertThat(verdict("FAILED       A.E1.x  rtt 1 ms | no byte crossed the pipe")
                        .factor())
                .isEqualTo(Optional.empty());
        assertThat(VerdictText.parse("[INFO] PASSED")).isEmpty();
        assertThat(verdict("\u001B[0m\u001B[0m" + LINK)).isEqualTo(link);
    }

    @Test
    void the_same_or_an_inconclusive_verdict_is_right() {
        assertThat(wrongs(LINK)).isEmpty();
        assertThat(wrongs("INCONCLUSIVE A.fills_it  rtt 100 ms | 9 % | SENDER | the machine was too busy"))
                .isEmpty();
    }

    @Test
    void a_failure_on_the_quiet_machine_is_wrong_too_and_no_measure() {
        QuietVerdicts quiet = new QuietVerdicts();
        String failed = "FAILED       A.fills_it  rtt 100 ms | 50 % | SENDER";
        assertThat(quiet.add(List.of(verdict(failed)))).containsExactly("failed: " + failed);
        assertThat(quiet.add(List.of(verdict(LINK)))).isEmpty();
        String sender = "PASSED       A.fills_it  rtt 100 ms | 99 % | SENDER";
        assertThat(quiet.wrongs(List.of(verdict(sender)))).hasSize(1);
    }

    @Test
    void a_limit_that_was_unknown_on_the_quiet_machine_may_be_known_on_the_busy_one() {
        QuietVerdicts quiet = new QuietVerdicts();
        assertThat(quiet.add(List.of(verdict("PASSED       A.fills_it  rtt 100 ms | 90 % | UNKNOWN"))))
                .isEmpty();
        assertThat(quiet.wrongs(List.of(verdict(LINK)))).isEmpty();
    }

    @Test
    void another_factor_a_failure_or_silence_is_wrong() {
        String sender = "PASSED       A.fills_it  rtt 100 ms | 99 % | SENDER";
        assertThat(wrongs(sender)).containsExactly("limited by [LINK] on the quiet machine: " + sender);
        String failed = "FAILED       A.fills_it  rtt 100 ms | 50 % | LINK";
        assertThat(wrongs(failed)).containsExactly("failed: " + failed);
        assertThat(wrongs("PASSED       B.other  rtt 100 ms | 50 % | LINK"))
                .containsExactly("said nothing: A.fills_it");
    }
}
