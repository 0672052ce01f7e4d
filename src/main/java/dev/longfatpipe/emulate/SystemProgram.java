/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.emulate;

import dev.longfatpipe.spi.Ticker;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apiguardian.api.API;

/**
 * Runs programs of the system: with a list of arguments, never through a shell, and with a time limit. Stateless.
 *
 * <p>A thread that is interrupted meanwhile waits for the end all the same, and is interrupted afterwards: a test that runs into its time
 * limit must not leave half of a network behind. What a program writes is read by a thread of its own, for every other one may be
 * taken by tests that wait for this very program.
 */
@API(status = API.Status.INTERNAL)
public final class SystemProgram {

    /** They ask the kernel something and are done in milliseconds; under User-Mode Linux in a tenth of a second. */
    private static final long LIMIT_SECONDS = 10;

    private SystemProgram() {}

    /**
     * What a program left behind.
     *
     * @param status its exit status
     * @param text all that it wrote, to its standard output or as errors
     */
    public record Result(int status, String text) {}

    /**
     * Runs a program and waits for its end.
     *
     * @param input what it reads from its standard input
     * @param command the program and its arguments
     * @throws NotStarted when it cannot be started
     * @throws IOException when it takes longer than its time limit
     */
    public static Result run(String input, List<String> command) throws IOException {
        Process process = start(command);
        try {
            CompletableFuture<String> output = new CompletableFuture<>();
            Thread reader = new Thread(() -> read(process, output), "longfatpipe-" + process.pid());
            reader.setDaemon(true);
            reader.start();
            try (OutputStream in = process.getOutputStream()) {
                in.write(input.getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                // It did not want to read; what it says of that is in its output.
            }
            return result(process, output, command);
        } finally {
            process.destroyForcibly();
        }
    }

    /** A program that cannot be started: it is not there, or this user may not. */
    public static final class NotStarted extends IOException {
        private static final long serialVersionUID = 1;

        NotStarted(IOException cause) {
            super(cause.getMessage(), cause);
        }
    }

    private static Process start(List<String> command) throws NotStarted {
        try {
            return new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException e) {
            throw new NotStarted(e);
        }
    }

    private static void read(Process process, CompletableFuture<String> output) {
        try (var in = process.getInputStream()) {
            output.complete(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException | RuntimeException e) {
            output.completeExceptionally(e);
        }
    }

    private static Result result(Process process, CompletableFuture<String> output, List<String> command)
            throws IOException {
        String quoted = "[" + String.join(" ", command) + "]";
        long end = Ticker.system().nanos() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    String text = output.get(end - Ticker.system().nanos(), TimeUnit.NANOSECONDS);
                    if (!process.waitFor(end - Ticker.system().nanos(), TimeUnit.NANOSECONDS)) {
                        throw new TimeoutException();
                    }
                    return new Result(process.exitValue(), text);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (TimeoutException e) {
            throw new IOException(quoted + " did not end within " + LIMIT_SECONDS + " s", e);
        } catch (ExecutionException e) {
            throw new IOException(quoted + " could not be read", e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
