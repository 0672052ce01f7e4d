/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import dev.longfatpipe.Pipe;
import dev.longfatpipe.socket.BufferedSockets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ParameterResolutionException;

/**
 * The pipes that are open for one test, from all extensions that serve it, and the socket buffers it was given. Kept in the
 * store of the test, which closes what is still open when the test is over. Confined to the test's thread.
 */
final class TestPipes implements AutoCloseable {

    private static final Cleanup CLEANUP = new Cleanup(Duration.ofSeconds(10));

    private final Optional<BufferDeclaration> buffers;
    private final Map<LongFatPipeExtension, List<TestPipe>> pipes = new LinkedHashMap<>();
    private final Map<String, BufferedSockets> sockets = new LinkedHashMap<>();
    private final List<ProgressLine> progress = new ArrayList<>();

    TestPipes(Optional<BufferDeclaration> buffers) {
        this.buffers = buffers;
    }

    /**
     * Opens a pipe for an extension.
     *
     * @throws ExtensionConfigurationException when there is one of that name, or it cannot be opened
     */
    void open(LongFatPipeExtension owner, PipeSpec spec, Settings settings) {
        all().stream()
                .filter(other -> other.spec().name().equals(spec.name()))
                .findFirst()
                .ifPresent(other -> {
                    throw new ExtensionConfigurationException("this test has two pipes "
                            + (spec.name().isEmpty() ? "without a name" : "of the name [" + spec.name() + "]") + ", "
                            + other.spec().origin() + " and " + spec.origin() + ": give each its own name");
                });
        Pipe pipe = spec.open(buffers.map(declaration -> declaration.declaredOn(spec.path())), settings);
        pipes.computeIfAbsent(owner, key -> new ArrayList<>()).add(new TestPipe(spec, pipe));
    }

    /** Tells on the console how a long test is getting on, of the first pipe of it, where that is wanted. */
    void beginProgress(LongFatPipeExtension owner, String test, ReportSettings settings) {
        if (progress.isEmpty()) {
            of(owner).stream()
                    .findFirst()
                    .flatMap(pipe -> ProgressLine.begin(
                            test, pipe.pipe(), settings.progress(), Surroundings.ofThisJvm(), Terminal.isThere()))
                    .ifPresent(progress::add);
        }
    }

    void endProgress() {
        progress.forEach(ProgressLine::close);
    }

    boolean isEmpty() {
        return pipes.isEmpty();
    }

    /** Whether gates stand on pipes of the test, and nothing was measured on any of them. */
    boolean measuredNothing() {
        List<TestGate> gates =
                all().stream().map(TestPipe::gate).flatMap(Optional::stream).toList();
        return !gates.isEmpty()
                && gates.stream().noneMatch(gate -> gate.result().isPresent());
    }

    List<TestPipe> of(LongFatPipeExtension owner) {
        return List.copyOf(pipes.getOrDefault(owner, List.of()));
    }

    private List<TestPipe> all() {
        return pipes.values().stream().flatMap(List::stream).toList();
    }

    /**
     * The pipe that a parameter asks for.
     *
     * @param parameter the parameter, for the error message
     * @param name what its {@link PipeName} says
     * @throws ParameterResolutionException when there is none, or it could be any of several
     */
    TestPipe pipe(String parameter, Optional<String> name) {
        List<TestPipe> all = all();
        if (all.isEmpty()) {
            throw new ParameterResolutionException(parameter + " needs a pipe, but this test declares none: write"
                    + " @LongFatPipe(rtt = \"100ms\", rate = \"100mbit\") on the test method or its class");
        }
        if (name.isEmpty() && all.size() == 1) {
            return all.get(0);
        }
        String wanted = name.orElse("");
        return all.stream()
                .filter(pipe -> pipe.spec().name().equals(wanted))
                .findFirst()
                .orElseThrow(() -> new ParameterResolutionException(
                        name.isPresent()
                                ? parameter + " asks for @PipeName(\"" + wanted + "\"), but the pipes of this test are "
                                        + names(all)
                                : parameter + " could be any of the pipes " + names(all) + ": write @PipeName(\""
                                        + all.get(0).spec().name() + "\") before it"));
    }

    private static String names(List<TestPipe> all) {
        return all.stream().map(pipe -> "[" + pipe.spec().name() + "]").sorted().collect(Collectors.joining(", "));
    }

    /** The socket buffers that a parameter asks for, the same for each parameter that means the same path. */
    BufferedSockets sockets(String parameter, Optional<String> name) {
        BufferDeclaration declaration = buffers.orElseThrow(
                () -> new ParameterResolutionException(parameter + " needs a policy, but this test declares none: write"
                        + " @SocketBuffers(receive = \"64KiB\") on the test method or its class"));
        if (name.isEmpty() && !declaration.needsPath()) {
            return sockets.computeIfAbsent("", key -> declaration.withoutPath());
        }
        TestPipe pipe = pipe(parameter, name);
        return sockets.computeIfAbsent(
                pipe.spec().name(), key -> declaration.on(pipe.spec().path()));
    }

    Set<String> socketWarnings() {
        Set<String> warnings = new LinkedHashSet<>();
        sockets.values().forEach(buffered -> warnings.addAll(buffered.warnings()));
        return warnings;
    }

    /** Closes the pipes of an extension; answers what is to be told about it. */
    List<String> close(LongFatPipeExtension owner) {
        List<TestPipe> own = pipes.getOrDefault(owner, List.of());
        return own.stream()
                .map(pipe -> CLEANUP.close(
                        "pipe " + pipe.described("", " ") + "(" + pipe.spec().path() + ")", pipe.pipe()::close))
                .flatMap(Optional::stream)
                .toList();
    }

    /** Closes whatever is still open. */
    @Override
    public void close() {
        endProgress();
        List.copyOf(pipes.keySet()).forEach(this::close);
    }
}
