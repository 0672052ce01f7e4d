/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import dev.longfatpipe.baseline.Baseline;
import dev.longfatpipe.baseline.BaselineException;
import dev.longfatpipe.baseline.BaselineFile;
import dev.longfatpipe.baseline.BaselineStore;
import dev.longfatpipe.baseline.Conditions;
import dev.longfatpipe.baseline.GatePolicy;
import dev.longfatpipe.baseline.GateResult;
import dev.longfatpipe.observe.Transfer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * What a gate has to do with the baseline of one test on one pipe.
 *
 * @param testClass the test's class
 * @param key its key within the class
 * @param called the display name of an invocation of a template; empty for any other test
 * @param mode what is done with baselines
 * @param store where they are
 * @param policy how a verdict is found
 */
record GateTask(
        Class<?> testClass, String key, String called, BaselineMode mode, BaselineStore store, GatePolicy policy) {

    private static final String UNRELEASED = "unreleased";

    static GateTask of(ExtensionContext test, String pipe, GateSettings settings, GatePolicy policy) {
        return new GateTask(
                test.getRequiredTestClass(),
                BaselineKey.of(test, pipe),
                BaselineKey.called(test),
                settings.mode(),
                new BaselineStore(settings.folder()),
                policy);
    }

    /** For messages: {@code [ReplicationTest.fills_the_pipe(Pipe)]}. */
    String subject() {
        return "[" + testClass.getSimpleName() + "." + key + "]";
    }

    Path file() {
        return store.file(testClass.getName());
    }

    /**
     * What to compare with; empty when it is to be recorded.
     *
     * @throws ExtensionConfigurationException when there is nothing to compare with, or it is of something else
     */
    Optional<Baseline> baseline(Conditions now) {
        return reading(() -> {
            if (mode.writes()) {
                store.requireWritable(testClass.getName());
            }
            Optional<Baseline> found = store.read(testClass.getName()).baseline(key);
            if (mode == BaselineMode.RECORD || (found.isEmpty() && mode == BaselineMode.UPDATE)) {
                return Optional.empty();
            }
            Baseline baseline = found.orElseThrow(() -> new ExtensionConfigurationException(subject()
                    + " has no baseline in [" + file() + "]: record it on code that is as it should be, with -D"
                    + GateSettings.BASELINE + "=record, and commit the file; or run without baselines, with -D"
                    + GateSettings.BASELINE + "=off"));
            requireSame(baseline.conditions().differences(now));
            return found;
        });
    }

    private void requireSame(List<String> differences) {
        if (!differences.isEmpty()) {
            throw new ExtensionConfigurationException("the baseline of " + subject() + " in [" + file()
                    + "] was recorded with " + String.join("; and with ", differences)
                    + ". What was reached with the one says nothing about the other: run the test as it was recorded, or"
                    + " record it anew with -D" + GateSettings.BASELINE + "=record");
        }
    }

    /** Writes what was measured in place of what there was; answers what is to be told. */
    List<String> write(Conditions conditions, GateResult result) {
        Baseline fresh =
                new Baseline(key, called, conditions, result.factor(), library(), result.samples(), result.control());
        reading(() -> {
            store.change(testClass.getName(), file -> file.with(fresh));
            return file();
        });
        return List.of("baseline of " + subject() + " was written to [" + file() + "]: commit it");
    }

    private List<String> removeVanished() {
        List<String> told = new ArrayList<>();
        reading(() -> {
            store.change(testClass.getName(), file -> {
                Set<String> vanished = vanished(file);
                vanished.forEach(gone -> told.add("baseline of [" + gone + "] was removed from [" + file()
                        + "]: it belongs to no test of " + testClass.getSimpleName() + " any more"));
                return file.only(test -> !vanished.contains(test));
            });
            return file();
        });
        return told;
    }

    /** What there is to say about the file of the class, whichever of its tests is run. */
    List<String> remarks() {
        Set<String> vanished = vanished(reading(() -> store.read(testClass.getName())));
        if (mode.writes() || vanished.isEmpty()) {
            return vanished.isEmpty() ? List.of() : removeVanished();
        }
        return vanished.stream()
                .map(gone -> "baseline of [" + gone + "] in [" + file() + "] belongs to no test of "
                        + testClass.getSimpleName() + " any more: remove it, by hand or with -D" + GateSettings.BASELINE
                        + "=update")
                .toList();
    }

    private Set<String> vanished(BaselineFile file) {
        Set<String> methods = BaselineKey.methods(testClass);
        Set<String> vanished = new TreeSet<>(file.tests());
        vanished.removeIf(test -> methods.contains(BaselineKey.methodOf(test)));
        return vanished;
    }

    private static String library() {
        String version = Transfer.class.getPackage().getImplementationVersion();
        return version == null || version.isBlank() ? UNRELEASED : version;
    }

    private interface Reading<T> {
        T read();
    }

    private static <T> T reading(Reading<T> reading) {
        try {
            return reading.read();
        } catch (BaselineException e) {
            throw new ExtensionConfigurationException(String.valueOf(e.getMessage()), e);
        }
    }
}
