/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Runs the programs of this machine. */
final class Processes implements Commands {

    /** They ask the kernel something and are done in milliseconds; under User-Mode Linux in a tenth of a second. */
    private static final long LIMIT_SECONDS = 10;

    @Override
    public Answer run(String input, List<String> command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            CompletableFuture<String> output = CompletableFuture.supplyAsync(() -> readAll(process.getInputStream()));
            try (OutputStream in = process.getOutputStream()) {
                in.write(input.getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                // It did not want to read; what it says of that is in its output.
            }
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("[" + String.join(" ", command) + "] did not end within " + LIMIT_SECONDS + " s");
            }
            return new Answer(process.exitValue(), output.join().strip());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while [" + String.join(" ", command) + "] ran", e);
        } finally {
            process.destroyForcibly();
        }
    }

    private static String readAll(InputStream output) {
        try (output) {
            return new String(output.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
