/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import dev.longfatpipe.BackendIncapableException;
import dev.longfatpipe.Pipe;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.report.GateEntry;
import dev.longfatpipe.report.TestEntry;
import dev.longfatpipe.socket.BufferedSockets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.opentest4j.TestAbortedException;

/**
 * Opens pipes for tests. Registered by {@link LongFatPipe} and {@link SocketBuffers}; or by hand, where the path is computed:
 *
 * <pre>{@code
 * @RegisterExtension
 * static final LongFatPipeExtension link = LongFatPipeExtension.builder(pathOf(region)).atLeast(percent(80)).build();
 * }</pre>
 *
 * <p>Several may be registered, each with its own name; they stand beside annotations. A pipe that is registered by hand carries
 * no lock: where JUnit runs tests in parallel, write {@code @ResourceLock(LongFatPipeExtension.MEASURED_TESTS)} on its class.
 *
 * <p>Everything a test has is in the store of its context: an extension may serve any number of tests at the same time.
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class LongFatPipeExtension
        implements BeforeEachCallback,
                TestExecutionExceptionHandler,
                AfterTestExecutionCallback,
                AfterEachCallback,
                ParameterResolver {

    /** The resource that every measured test locks, so that no two of them run at the same time in one JVM. */
    public static final String MEASURED_TESTS = "dev.longfatpipe.measured";

    private static final Namespace NAMESPACE = Namespace.create(LongFatPipeExtension.class);
    private static final String RESOLVER = "resolver";

    private final PipeSource source;

    /** Serves what annotations ask for; JUnit makes it. */
    public LongFatPipeExtension() {
        this(PipeSource.ANNOTATIONS);
    }

    LongFatPipeExtension(PipeSource source) {
        this.source = source;
    }

    /** Begins to describe a pipe, to be registered with {@code @RegisterExtension}. */
    public static LongFatPipeExtensionBuilder builder(Path path) {
        return new LongFatPipeExtensionBuilder(path);
    }

    @Override
    public void beforeEach(ExtensionContext test) {
        Settings settings = Settings.of(test);
        Store store = test.getStore(NAMESPACE);
        TestPipes pipes = pipes(test).orElse(null);
        if (pipes == null) {
            pipes = new TestPipes(BufferDeclaration.of(test));
            store.put(TestPipes.class, pipes);
        }
        for (PipeSpec spec : source.pipes(test, settings)) {
            pipes.open(this, spec, settings);
        }
        GateSettings gates = GateSettings.of(test);
        for (TestPipe pipe : pipes.of(this)) {
            TestGates.put(test, pipe, gates);
        }
        strictly(gates, () -> pipes(test).orElseThrow().of(this).forEach(TestPipe::requireVerified));
        pipes.beginProgress(this, VerdictLine.name(test), ReportSettings.of(test));
    }

    /**
     * Where an inconclusive test is to fail, so does one that an assertion in its body aborted; one that asks for what a backend cannot
     * do that a setting has chosen is skipped.
     */
    @Override
    public void handleTestExecutionException(ExtensionContext test, Throwable thrown) throws Throwable {
        if (thrown instanceof BackendIncapableException incapable
                && Settings.of(test).backend().isPresent()) {
            throw PipeSpec.skipped(String.valueOf(incapable.getMessage()), incapable);
        }
        throw Verdict.strict(thrown, GateSettings.of(test));
    }

    private static void strictly(GateSettings settings, Runnable judging) {
        try {
            judging.run();
        } catch (TestAbortedException aborted) {
            if (Verdict.strict(aborted, settings) instanceof AssertionError failure) {
                throw failure;
            }
            throw aborted;
        }
    }

    @Override
    public void afterTestExecution(ExtensionContext test) throws InterruptedException {
        TestPipes pipes = pipes(test).orElse(null);
        if (pipes == null) {
            return;
        }
        pipes.endProgress();
        boolean passed = test.getExecutionException().isEmpty();
        for (TestPipe pipe : pipes.of(this)) {
            pipe.look(passed);
        }
        if (passed) {
            TestGates.requireMeasured(test, pipes);
            strictly(GateSettings.of(test), () -> Judgement.on(pipes.of(this), pipes.socketWarnings()));
        } else {
            test.getExecutionException().ifPresent(failure -> PipeWarning.attach(failure, pipes.of(this)));
        }
    }

    @Override
    public void afterEach(ExtensionContext test) throws InterruptedException {
        TestPipes pipes = pipes(test).orElse(null);
        if (pipes == null) {
            return;
        }
        VerdictPrinter printer = new VerdictPrinter(test, Settings.of(test).console());
        try {
            Optional<Verdict> verdict = Verdict.on(test.getExecutionException());
            for (TestPipe pipe : pipes.of(this)) {
                pipe.look(false); // the body never ran
                verdict.ifPresent(given -> tell(given, test, pipe, pipes.socketWarnings(), printer));
                if (verdict.filter(Verdict.PASSED::equals).isPresent()) {
                    pipe.gate().map(TestGate::settle).orElse(List.of()).forEach(printer::warning);
                }
                pipe.gate()
                        .map(TestGate::task)
                        .filter(task -> TestGates.isFirstOfItsClass(test, task))
                        .map(GateTask::remarks)
                        .orElse(List.of())
                        .forEach(printer::warning);
                pipe.pipe()
                        .warnings()
                        .forEach(printer::warning); // also of a test that passed: it may have passed by an assumption
            }
            if (isResolver(test)) {
                pipes.socketWarnings().forEach(printer::warning);
            }
        } finally {
            pipes.close(this).forEach(printer::warning);
        }
    }

    private static void tell(
            Verdict verdict, ExtensionContext test, TestPipe pipe, Set<String> socketWarnings, VerdictPrinter printer) {
        printer.verdict(VerdictLine.of(verdict, test, pipe));
        TestReport.of(test).ifPresent(report -> {
            List<String> warnings = new ArrayList<>(pipe.pipe().warnings());
            warnings.addAll(socketWarnings);
            TestEntry entry = report.add(
                    test,
                    verdict,
                    pipe,
                    pipe.gate().flatMap(TestGate::result).map(GateEntry::of).orElse(null),
                    warnings);
            printer.figures(entry);
            report.annotation(entry).ifPresent(VerdictPrinter::annotation);
        });
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return (type == Pipe.class || type == BufferedSockets.class) && isResolver(context);
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        String described = "parameter [" + parameter.getParameter() + "]";
        Optional<String> name = parameter.findAnnotation(PipeName.class).map(PipeName::value);
        TestPipes pipes = pipes(context)
                .orElseThrow(() -> new ParameterResolutionException(described + " of "
                        + parameter.getDeclaringExecutable().getName()
                        + " comes too early or too late, for a pipe lives as long as one test: take it as a parameter of"
                        + " the test method, or of a @BeforeEach or @AfterEach method"));
        return parameter.getParameter().getType() == Pipe.class
                ? pipes.pipe(described, name).pipe()
                : pipes.sockets(described, name);
    }

    /** Of several extensions that serve a test, the first that is asked answers for all. */
    private boolean isResolver(ExtensionContext context) {
        Store store = context.getStore(NAMESPACE);
        @Nullable Object resolver = store.get(RESOLVER);
        if (resolver == null) {
            store.put(RESOLVER, this);
            return true;
        }
        return resolver == this;
    }

    private static Optional<TestPipes> pipes(ExtensionContext test) {
        return Optional.ofNullable(test.getStore(NAMESPACE).get(TestPipes.class, TestPipes.class));
    }
}
