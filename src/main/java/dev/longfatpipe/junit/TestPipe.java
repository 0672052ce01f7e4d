/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import dev.longfatpipe.Pipe;
import dev.longfatpipe.baseline.GateResult;
import dev.longfatpipe.baseline.GateVerdict;
import dev.longfatpipe.diagnose.Assessment;
import dev.longfatpipe.diagnose.Explanation;
import dev.longfatpipe.observe.Transfer;
import dev.longfatpipe.observe.Verification;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.units.Utilisation;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.opentest4j.TestAbortedException;

/** A pipe that is open for a test, and what the test is judged by. Confined to the test's thread. */
final class TestPipe {

    /** After the test's body, bytes that are still under way are waited for at most this long. */
    private static final Duration LONGEST_DELIVERY = Duration.ofMinutes(2);

    private final PipeSpec spec;
    private final Pipe pipe;
    private @Nullable Transfer judged;
    private @Nullable TestGate gate;
    private boolean seen;

    TestPipe(PipeSpec spec, Pipe pipe) {
        this.spec = spec;
        this.pipe = pipe;
    }

    PipeSpec spec() {
        return spec;
    }

    Pipe pipe() {
        return pipe;
    }

    /** Lets what the test measures be compared with its baseline. */
    void gate(GateTask task) {
        gate = TestGate.on(pipe, task);
    }

    /** The gate against a baseline, if the test has one. */
    Optional<TestGate> gate() {
        return Optional.ofNullable(gate);
    }

    /** Aborts the test when the pipe is not what was asked for. */
    void requireVerified() {
        Verification verification = pipe.description().verification();
        if (verification.problem() != null) {
            throw new TestAbortedException(
                    Verdict.INCONCLUSIVE + ": " + described("pipe ", ": ") + verification.problem());
        }
    }

    /**
     * Takes what the test is judged by, once: what it measured last, or else everything that crossed the pipe, until the test
     * itself closed it if it did.
     *
     * @param toTheEnd whether to wait for what is still under way
     */
    void look(boolean toTheEnd) throws InterruptedException {
        if (seen) {
            return;
        }
        seen = true;
        judged = pipe.lastMeasured().orElse(null);
        if (judged == null) {
            if (toTheEnd && !pipe.isClosed()) {
                pipe.awaitDelivery(LONGEST_DELIVERY);
            }
            judged = everything().orElse(null);
        }
    }

    private Optional<Transfer> everything() {
        return pipe.isClosed() ? pipe.totalAtClose() : Optional.of(pipe.total());
    }

    /** What the test is judged by, if a byte of it crossed the pipe. */
    Optional<Transfer> transfer() {
        return Optional.ofNullable(judged).filter(TestPipe::hasBytes);
    }

    /**
     * Fails the test when nothing crossed the pipe, or too little in too much time; aborts it when that is not certain.
     *
     * @param socketWarnings what the message also says, about buffers that were set too late or cut
     */
    void judge(Collection<String> socketWarnings) {
        Transfer transfer = judged;
        if (transfer == null) {
            throw new TestAbortedException(Verdict.INCONCLUSIVE + ": " + described("pipe ", ": ")
                    + "what crossed the pipe could not be told when the test closed it: let the extension close it, or"
                    + " measure with pipe.measure(...)");
        }
        spec.requireHonoured(pipe);
        if (!hasBytes(transfer)
                && transfer.unknown().isEmpty()
                && everything().filter(TestPipe::hasBytes).isEmpty()) {
            throw new AssertionError(nothingCrossed(transfer) + lines("Sockets", socketWarnings));
        }
        Requirements required = spec.requirements();
        required.share().ifPresent(share -> requireReached(transfer, share, socketWarnings));
        required.goodput()
                .filter(least -> transfer.goodput().compareTo(least) < 0)
                .ifPresent(least -> fall(
                        Assessment.of(transfer).against(least),
                        explanation -> explanation.belowRate(least),
                        socketWarnings));
        required.time()
                .filter(most -> transfer.duration().compareTo(most) > 0)
                .ifPresent(most -> fall(
                        Assessment.of(transfer).against(most),
                        explanation -> explanation.laterThan(most),
                        socketWarnings));
        gate().flatMap(TestGate::result).ifPresent(result -> requireKept(transfer, result, socketWarnings));
    }

    private void requireKept(Transfer transfer, GateResult result, Collection<String> socketWarnings) {
        if (result.verdict() == GateVerdict.INCONCLUSIVE) {
            throw new TestAbortedException(
                    Verdict.INCONCLUSIVE + ": " + described("pipe ", ": ") + result.reason() + "\n" + result.line());
        }
        if (result.verdict() == GateVerdict.REGRESSED) {
            GateText text = new GateText(gate().orElseThrow().task(), result);
            throw new AssertionError(described("Pipe ", ": ")
                    + text.failure(Explanation.of(Assessment.of(transfer)))
                    + lines("Sockets", socketWarnings));
        }
    }

    /** Fails the test, or aborts it where the machine did not hold the path. */
    private void fall(Assessment assessment, Function<Explanation, String> text, Collection<String> socketWarnings) {
        Explanation explanation = Explanation.of(assessment);
        String failure = described("Pipe ", ": ") + text.apply(explanation) + lines("Sockets", socketWarnings);
        if (assessment.inconclusive().isPresent()) {
            throw new TestAbortedException(explanation.inconclusive(failure));
        }
        throw new AssertionError(failure);
    }

    private void requireReached(Transfer transfer, Utilisation required, Collection<String> socketWarnings) {
        Assessment assessment = assessed(transfer, required);
        if (assessment.reaches(required)) {
            return;
        }
        fall(
                assessment.againstExpectation(required),
                explanation -> explanation.belowExpectation(required),
                socketWarnings);
    }

    private Assessment assessed(Transfer transfer, Utilisation required) {
        String attribute = AnnotationText.of("LongFatPipe", "atLeast", required.toString());
        try {
            Assessment assessment = Assessment.of(transfer);
            if (assessment.utilisation().isPresent()) {
                return assessment;
            }
        } catch (IllegalArgumentException e) {
            throw new ExtensionConfigurationException(attribute + ": " + e.getMessage(), e);
        }
        throw new ExtensionConfigurationException(attribute + ": nothing bounds the expectation on this path ("
                + spec.path() + "), so that there is no share of it: give the path a rate");
    }

    private String nothingCrossed(Transfer nothing) {
        StringBuilder message = new StringBuilder("No byte crossed the pipe ")
                .append(described("", " "))
                .append('(')
                .append(spec.path())
                .append("), so that this test says nothing about the path: ");
        int connections = nothing.connections().size();
        if (connections == 0) {
            message.append("no client connected to it. Let the client connect to the address that pipe.to(server)"
                    + " returns, and keep it from following an address that the server advertises.");
        } else {
            message.append(connections == 1 ? "1 connection was" : connections + " connections were")
                    .append(" opened through it, but nothing was delivered.");
        }
        return message + lines("Warning", nothing.warnings());
    }

    private static String lines(String title, Collection<String> texts) {
        return texts.stream().map(text -> "\n  " + title + "   " + text).collect(Collectors.joining());
    }

    /** The name with something before and after it; nothing for a pipe without a name. */
    String described(String before, String after) {
        return spec.name().isEmpty() ? "" : before + "[" + spec.name() + "]" + after;
    }

    private static boolean hasBytes(Transfer transfer) {
        return transfer.bytes(Direction.UPSTREAM).bytes() > 0
                || transfer.bytes(Direction.DOWNSTREAM).bytes() > 0;
    }
}
