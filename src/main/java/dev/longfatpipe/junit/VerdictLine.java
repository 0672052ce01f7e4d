/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import dev.longfatpipe.diagnose.Assessment;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionContext;

/** One line on what became of a test on one of its pipes, for consoles and reports. */
final class VerdictLine {

    private static final int WIDTH = Verdict.INCONCLUSIVE.name().length() + 1;
    private static final String INVOCATION = "[test-template-invocation:";

    private VerdictLine() {}

    static String of(Verdict verdict, ExtensionContext test, TestPipe pipe) {
        StringBuilder line = new StringBuilder(verdict.name());
        while (line.length() < WIDTH) {
            line.append(' ');
        }
        line.append(name(test)).append(pipe.described(" ", "")).append("  ");
        Optional<String> reason = test.getExecutionException().flatMap(Verdict::reason);
        pipe.transfer()
                .ifPresentOrElse(
                        transfer -> line.append(Assessment.of(transfer).line()),
                        () -> line.append(pipe.spec().path())
                                .append(reason.isPresent() ? "" : " | no byte crossed the pipe"));
        reason.ifPresent(text -> line.append(" | ").append(text));
        return line.toString();
    }

    private static String name(ExtensionContext test) {
        StringBuilder name = new StringBuilder();
        test.getEnclosingTestClasses()
                .forEach(type -> name.append(type.getSimpleName()).append('.'));
        test.getTestClass().ifPresent(type -> name.append(type.getSimpleName()).append('.'));
        test.getTestMethod().ifPresent(method -> name.append(method.getName()));
        if (test.getUniqueId().contains(INVOCATION)) {
            name.append(' ').append(test.getDisplayName());
        }
        return name.toString();
    }
}
