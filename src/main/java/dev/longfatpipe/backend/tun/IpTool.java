/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs {@code ip} of iproute2, with a list of arguments and a time limit. Never through a shell. Stateless. */
final class IpTool {

    private static final int TIME_LIMIT_SECONDS = 10;
    private static final List<String> WHERE =
            List.of("/usr/sbin/ip", "/sbin/ip", "/usr/bin/ip", "/bin/ip", "/usr/local/sbin/ip");

    private final String program;

    IpTool(String program) {
        this.program = program;
    }

    /** The tool of this machine; root's folders are not on everybody's PATH. */
    static IpTool ofThisMachine() {
        return new IpTool(WHERE.stream()
                .filter(path -> java.nio.file.Files.isExecutable(java.nio.file.Path.of(path)))
                .findFirst()
                .orElse("ip"));
    }

    /** There is no such program on this machine. */
    static final class Missing extends IOException {
        private static final long serialVersionUID = 1;

        Missing(IOException cause) {
            super("there is no program ip: install the package iproute2", cause);
        }
    }

    /**
     * Runs it.
     *
     * @return what it wrote to its standard output
     * @throws Missing when there is no such program
     * @throws IOException when it fails, with what it said
     */
    String run(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(program));
        command.addAll(List.of(arguments));
        Process process = start(command);
        try {
            process.getOutputStream().close();
            CompletableFuture<String> said = CompletableFuture.supplyAsync(() -> read(process.getInputStream()));
            String text = said.get(TIME_LIMIT_SECONDS, TimeUnit.SECONDS);
            if (!process.waitFor(TIME_LIMIT_SECONDS, TimeUnit.SECONDS)) {
                throw new TimeoutException();
            }
            if (process.exitValue() != 0) {
                throw new IOException(quoted(command) + " failed: " + text.strip());
            }
            return text;
        } catch (TimeoutException e) {
            throw new IOException(quoted(command) + " did not end within " + TIME_LIMIT_SECONDS + " s", e);
        } catch (ExecutionException e) {
            throw new IOException(quoted(command) + " could not be read", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(quoted(command) + " was interrupted", e);
        } finally {
            process.destroyForcibly();
        }
    }

    private static Process start(List<String> command) throws IOException {
        try {
            return new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException e) {
            throw new Missing(e);
        }
    }

    private static String read(InputStream in) {
        try (in) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String quoted(List<String> command) {
        return "[ip " + String.join(" ", command.subList(1, command.size())) + "]";
    }
}
