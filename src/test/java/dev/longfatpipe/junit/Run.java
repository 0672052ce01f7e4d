/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.List;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;
import org.opentest4j.TestAbortedException;

/** A fixture class, run by JUnit itself. */
final class Run {

    private final EngineExecutionResults results;

    private Run(EngineExecutionResults results) {
        this.results = results;
    }

    /**
     * Runs the tests of a class.
     *
     * @param parameters configuration parameters, each {@code name=value}
     */
    static Run of(Class<?> fixture, String... parameters) {
        EngineTestKit.Builder kit = EngineTestKit.engine("junit-jupiter").selectors(selectClass(fixture));
        kit.configurationParameter(ReportSettings.REPORT, "off"); // a parameter may say otherwise
        for (String parameter : parameters) {
            int sign = parameter.indexOf('=');
            kit.configurationParameter(parameter.substring(0, sign), parameter.substring(sign + 1));
        }
        return new Run(kit.execute());
    }

    /** The same for tests on the relay: where the machine is too busy for them, nothing can be said here either. */
    static Run onARealClock(Class<?> fixture) {
        Run run = of(fixture);
        run.throwables().stream()
                .filter(thrown -> Verdict.reason(thrown).isPresent())
                .findFirst()
                .ifPresent(inconclusive -> {
                    throw (TestAbortedException) inconclusive;
                });
        return run;
    }

    /** Asserts that each of so many tests passed. */
    Run passes(int tests) {
        assertThat(throwables()).isEmpty();
        assertThat(results.testEvents().succeeded().count()).isEqualTo(tests);
        return this;
    }

    /** Answers what the only test failed with. */
    Throwable failure() {
        assertThat(results.testEvents().failed().count()).isEqualTo(1);
        return throwables().get(0);
    }

    /** Answers what the only test was aborted with. */
    Throwable abortion() {
        assertThat(results.testEvents().failed().count()).isZero();
        assertThat(results.testEvents().aborted().count()).isEqualTo(1);
        return throwables().get(0);
    }

    /** Answers what the class itself failed with, before any test. */
    Throwable failureOfTheClass() {
        return results.containerEvents().finished().failed().stream()
                .map(Run::thrown)
                .findFirst()
                .orElseThrow();
    }

    private List<Throwable> throwables() {
        return results.testEvents().finished().stream()
                .filter(event -> event.getRequiredPayload(TestExecutionResult.class)
                        .getThrowable()
                        .isPresent())
                .map(Run::thrown)
                .toList();
    }

    private static Throwable thrown(Event event) {
        return event.getRequiredPayload(TestExecutionResult.class)
                .getThrowable()
                .orElseThrow();
    }

    /** Answers what the tests published under a key. */
    List<String> published(String key) {
        return results.testEvents().reportingEntryPublished().stream()
                .map(event -> event.getRequiredPayload(ReportEntry.class).getKeyValuePairs())
                .filter(pairs -> pairs.containsKey(key))
                .map(pairs -> pairs.get(key))
                .toList();
    }
}
