/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.suites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PromisedSuitesTests {

    private static PromisedSuites of(int tests, int missing, int inconclusive) {
        return new PromisedSuites(tests, Collections.nCopies(missing, "a"), Collections.nCopies(inconclusive, "b"));
    }

    @Nested
    class A_promise {

        @Test
        void is_kept_when_every_test_has_answered() {
            assertThat(of(39, 0, 0).complaint()).isEmpty();
        }

        @Test
        void is_broken_by_one_test_that_was_skipped() {
            assertThat(of(39, 1, 0).complaint())
                    .contains("[1] of their 39 tests were skipped: install what they need, or do not name the suite");
        }

        @Test
        void is_broken_when_there_are_no_tests() {
            assertThat(of(0, 0, 0).complaint()).contains("no test of theirs has run");
        }

        @Test
        void is_kept_when_a_few_tests_were_inconclusive() {
            assertThat(of(5, 0, 2).complaint()).isEmpty();
            assertThat(of(39, 0, 3).complaint()).isEmpty();
        }

        @Test
        void is_broken_when_many_were() {
            assertThat(of(39, 0, 4).complaint())
                    .contains("[4] of their 39 tests were INCONCLUSIVE, where 3 may be: run them on a machine that does"
                            + " nothing else meanwhile");
            assertThat(of(5, 0, 3).complaint()).isPresent();
        }

        @Test
        void is_broken_by_a_skipped_test_whatever_else_was_inconclusive() {
            assertThat(of(39, 1, 9).complaint())
                    .contains(
                            "[1] of their 39 tests were skipped: install what they need, or do not name the suite; [9] of"
                                    + " their 39 tests were INCONCLUSIVE, where 3 may be: run them on a machine that does nothing"
                                    + " else meanwhile");
        }

        @Test
        void is_reported_with_every_test_that_did_not_answer() {
            assertThat(new PromisedSuites(39, List.of("A.b: no tun"), List.of("C.d: stalled 7 %")).lines())
                    .containsExactly(
                            "39 tests: 37 answered, 1 skipped, 1 INCONCLUSIVE (3 may be)",
                            "  skipped A.b: no tun",
                            "  INCONCLUSIVE C.d: stalled 7 %");
        }
    }

    @Nested
    class Reports {

        private final Path folder;

        Reports(@TempDir Path folder) {
            this.folder = folder;
        }

        private void report(String name, String cases) throws IOException {
            Files.writeString(
                    folder.resolve(name),
                    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"x\">" + cases + "</testsuite>");
        }

        @Test
        void tell_what_is_missing_from_what_was_inconclusive() throws IOException {
            report(
                    "TEST-a.xml",
                    "<testcase name=\"b\" classname=\"dev.longfatpipe.A$Inner\"/><testcase name=\"c\" classname=\"dev.A\">"
                            + "<skipped message=\"Assumption failed: backend tun: no /dev/net/tun\"/></testcase>");
            report(
                    "TEST-b.xml",
                    "<testcase name=\"d\" classname=\"dev.B\"><skipped type=\"org.opentest4j.TestAbortedException\""
                            + " message=\"Assumption failed: INCONCLUSIVE: the machine&#10;stalled\"><![CDATA[x]]></skipped>"
                            + "</testcase><testcase name=\"e\" classname=\"dev.B\"><skipped message=\"INCONCLUSIVE: late\"/>"
                            + "</testcase><testcase name=\"f\" classname=\"dev.B\"><skipped/></testcase>");
            Files.writeString(folder.resolve("failsafe-summary.xml"), "no report");

            PromisedSuites suites = SuiteReports.read(folder);

            assertThat(suites.tests()).isEqualTo(5);
            assertThat(suites.missing()).containsExactlyInAnyOrder("A.c: backend tun: no /dev/net/tun", "B.f: ");
            assertThat(suites.inconclusive()).containsExactly("B.d: the machine stalled", "B.e: late");
        }

        @Test
        void that_are_none_are_an_error() throws IOException {
            Files.writeString(folder.resolve("TEST-a.xml"), "<testsuite");

            assertThatIOException()
                    .isThrownBy(() -> SuiteReports.read(folder))
                    .withMessageStartingWith("[" + folder.resolve("TEST-a.xml") + "] is no report of tests: ");
        }
    }
}
