/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A tc that stays in the router's namespace and does what it is told, line by line: to ask it takes a quarter of a millisecond,
 * to start a new one each time would take a hundred times as long. It ends when this JVM does, however that ends.
 */
final class TrafficControl implements AutoCloseable {

    private static final long LIMIT_SECONDS = 10;
    private static final String ENDED = "(tc has ended)";

    private final Process process;
    private final OutputStream commands;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    private TrafficControl(Process process) {
        this.process = process;
        this.commands = process.getOutputStream();
    }

    static TrafficControl in(String namespace) throws IOException {
        TrafficControl control = new TrafficControl(
                new ProcessBuilder("ip", "netns", "exec", namespace, "tc", "-s", "-j", "-force", "-batch", "-")
                        .redirectErrorStream(true)
                        .start());
        Thread reader = new Thread(control::read, "longfatpipe-netem-tc");
        reader.setDaemon(true);
        reader.start();
        return control;
    }

    /** The id of a process in the namespace. */
    long pid() {
        return process.pid(); // ip becomes tc, it does not start it
    }

    private void read() {
        try (var output = process.inputReader(StandardCharsets.UTF_8)) {
            output.lines().forEach(lines::add);
        } catch (IOException | RuntimeException e) {
            // The process is gone, which the last line says.
        }
        lines.add(ENDED);
    }

    /**
     * Does what the commands say, one after the other, and then shows the queueing disciplines of a device.
     *
     * @throws IOException when one of the commands fails; the message has the words of tc
     */
    synchronized List<Qdisc> run(String device, String... changes) throws IOException {
        StringBuilder text = new StringBuilder();
        for (String change : changes) {
            text.append(change).append('\n');
        }
        text.append("qdisc show dev ").append(device).append('\n');
        try {
            commands.write(text.toString().getBytes(StandardCharsets.UTF_8));
            commands.flush();
        } catch (IOException e) {
            throw new IOException("tc in the router's namespace has ended", e);
        }
        List<String> errors = new ArrayList<>();
        String line = next();
        while (!line.startsWith("[")) {
            if (line.equals(ENDED)) {
                lines.add(ENDED);
                break;
            }
            errors.add(line);
            line = next();
        }
        if (!line.startsWith("[") || !errors.isEmpty()) {
            throw new IOException("tc refused " + Arrays.toString(changes) + ": " + String.join("; ", errors));
        }
        return Qdisc.parseAll(line);
    }

    private String next() throws IOException {
        try {
            String line = lines.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
            if (line == null) {
                throw new IOException("tc did not answer within " + LIMIT_SECONDS + " s");
            }
            return line;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while tc was asked", e);
        }
    }

    @Override
    public void close() {
        try {
            commands.close();
            if (!process.waitFor(1, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            process.destroyForcibly();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
