/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import dev.longfatpipe.baseline.GatePolicy;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;

/** Puts gates on the pipes of tests that have a {@link ThroughputBaseline}, and knows all of those of a run. */
final class TestGates {

    private static final Namespace NAMESPACE = Namespace.create(TestGates.class);

    private record Entry(String testClass, String key) {}

    private TestGates() {}

    /**
     * Puts a gate on a pipe, if the test has a baseline to be compared with.
     *
     * @throws ExtensionConfigurationException when that cannot be done
     */
    static void put(ExtensionContext test, TestPipe pipe, GateSettings settings) {
        Optional<GatePolicy> policy = GateDeclaration.of(test, settings);
        if (policy.isEmpty() || settings.mode() == BaselineMode.OFF) {
            return;
        }
        settings.mode().requireAllowed(System.getenv(), settings.inCi());
        GateTask task = GateTask.of(test, pipe.spec().name(), settings, policy.get());
        requireOnlyOne(test, task);
        pipe.gate(task);
    }

    /** Two tests that would share a baseline would be compared with each other. */
    private static void requireOnlyOne(ExtensionContext test, GateTask task) {
        Store store = test.getRoot().getStore(NAMESPACE);
        String other = firstOf(store, new Entry(task.testClass().getName(), task.key()), test);
        if (!test.getUniqueId().equals(other)) {
            throw new ExtensionConfigurationException(task.subject() + " is the name of two tests, [" + other
                    + "] and [" + test.getUniqueId() + "], which cannot share a baseline: rename one of the methods");
        }
    }

    /** The unique id of the first test that has asked for a key. JUnit 6 has a newer method for it, JUnit 5.13 only this one. */
    @SuppressWarnings("deprecation")
    private static String firstOf(Store store, Object key, ExtensionContext test) {
        return Objects.requireNonNull(store.getOrComputeIfAbsent(key, any -> test.getUniqueId(), String.class));
    }

    /** Whether this test is the first of its class in this run, and is to tell what there is to say about the file of the class. */
    static boolean isFirstOfItsClass(ExtensionContext test, GateTask task) {
        Store store = test.getRoot().getStore(NAMESPACE);
        return test.getUniqueId().equals(firstOf(store, task.file(), test));
    }

    /**
     * Refuses a baseline for nothing.
     *
     * @throws ExtensionConfigurationException when the test has no pipe, or measured nothing
     */
    static void requireMeasured(ExtensionContext test, TestPipes pipes) {
        if (pipes.measuredNothing()) {
            throw new ExtensionConfigurationException(
                    "@ThroughputBaseline: this test measured nothing. Put what is to be"
                            + " compared with the baseline into pipe.measure(() -> ...), which runs it several times");
        }
        if (pipes.isEmpty() && GateDeclaration.of(test, GateSettings.of(test)).isPresent()) {
            throw new ExtensionConfigurationException("@ThroughputBaseline: this test has no pipe. Write"
                    + " @LongFatPipe(rtt = \"100ms\", rate = \"100mbit\") on the test method or its class");
        }
    }
}
