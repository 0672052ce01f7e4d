/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import dev.longfatpipe.diagnose.Assessment;
import dev.longfatpipe.observe.Transfer;
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
        String reason = test.getExecutionException()
                .flatMap(Verdict::reason)
                .map(text -> " | " + text)
                .orElse("");
        return line.append(pipe.transfer()
                        .map(transfer -> assessed(verdict, transfer, reason))
                        .orElseGet(() -> pipe.spec().path() + (reason.isEmpty() ? " | " + nothing(pipe) : reason)))
                .append(pipe.gate()
                        .flatMap(TestGate::result)
                        .map(result -> " | " + result.line())
                        .orElse(""))
                .toString();
    }

    private static String nothing(TestPipe pipe) {
        return "no byte crossed the pipe" + (pipe.pipe().lastMeasured().isPresent() ? " in the last measurement" : "");
    }

    private static String assessed(Verdict verdict, Transfer transfer, String reason) {
        try {
            Assessment assessment = Assessment.of(transfer);
            Optional<String> complaint = assessment.inconclusive().filter(any -> verdict == Verdict.INCONCLUSIVE);
            return assessment.line()
                    + complaint.map(text -> " | " + text).orElse(verdict == Verdict.INCONCLUSIVE ? reason : "");
        } catch (IllegalArgumentException e) {
            // Nothing is known of such a path, which is for an assertion to complain about, not for a report.
            return transfer.pipe().path() + " | achieved " + transfer.goodput().describe() + " | " + e.getMessage();
        }
    }

    /** The short name of a test. */
    static String name(ExtensionContext test) {
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
