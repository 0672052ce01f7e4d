/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Both applications of many connections, in a JVM of their own: this one then holds nothing but the relay, and the file descriptors are
 * shared out between two processes. Told what to do line by line, see {@link FarEndsMain}.
 */
final class FarEnds implements AutoCloseable {

    private final Process process;
    private final PrintWriter commands;
    private final BufferedReader answers;
    private final InetSocketAddress server;

    private FarEnds(Process process) throws IOException {
        this.process = process;
        this.commands = new PrintWriter(process.getOutputStream(), true, StandardCharsets.US_ASCII);
        this.answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
        this.server = new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(answer()));
    }

    static FarEnds start() throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        FarEndsMain.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            return new FarEnds(process);
        } catch (IOException | RuntimeException e) {
            process.destroyForcibly();
            throw e;
        }
    }

    InetSocketAddress server() {
        return server;
    }

    /** Opens connections, and returns when a byte of each has reached the server. */
    void connect(InetSocketAddress to, int count) throws IOException {
        ask("connect " + to.getAddress().getHostAddress() + " " + to.getPort() + " " + count);
    }

    /** From now on every client sends as fast as it may. */
    void send() throws IOException {
        ask("send");
    }

    /** Returns how many bytes the server has read, by connection. */
    List<Long> received() throws IOException {
        return Arrays.stream(ask("received").split(" "))
                .filter(word -> !word.isEmpty())
                .map(Long::valueOf)
                .toList();
    }

    private String ask(String command) throws IOException {
        commands.println(command);
        return answer();
    }

    private String answer() throws IOException {
        String line = answers.readLine();
        if (line == null) {
            throw new IOException("the process of the applications has ended");
        }
        return line;
    }

    @Override
    public void close() {
        commands.close();
        boolean interrupted = false;
        try {
            process.waitFor(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        process.destroyForcibly();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
