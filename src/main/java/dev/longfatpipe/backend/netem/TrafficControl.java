/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A tc that stays in the router. */
final class TrafficControl implements AutoCloseable {

    private final Batch batch;
    private final long pid;

    private TrafficControl(Batch batch, long pid) {
        this.batch = batch;
        this.pid = pid;
    }

    /** One that runs already: {@code tc -s -j -force -batch -}. */
    static TrafficControl of(Batch batch) {
        return new TrafficControl(batch, 0);
    }

    /** One in a network namespace of this host. */
    static TrafficControl in(String namespace) throws IOException {
        Process process = new ProcessBuilder(
                        "ip", "netns", "exec", namespace, "tc", "-s", "-j", "-force", "-batch", "-")
                .redirectErrorStream(true)
                .start();
        Batch batch = new Batch("tc", process.getOutputStream(), () -> end(process));
        Thread reader = new Thread(() -> read(process, batch), "longfatpipe-netem-tc");
        reader.setDaemon(true);
        reader.start();
        return new TrafficControl(batch, process.pid());
    }

    private static void read(Process process, Batch batch) {
        try (var output = process.inputReader(StandardCharsets.UTF_8)) {
            output.lines().forEach(batch::wrote);
        } catch (IOException | RuntimeException e) {
            // The process is gone, which the last line says.
        }
        batch.hasEnded();
    }

    private static void end(Process process) {
        try {
            if (!process.waitFor(1, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    /** The id of a process in the namespace. */
    long pid() {
        return pid; // ip becomes tc, it does not start it
    }

    /**
     * Does what the commands say, one after the other, and then shows the queueing disciplines of a device.
     *
     * @throws IOException when one of the commands fails; the message has the words of tc
     */
    List<Qdisc> run(String device, String... changes) throws IOException {
        return Qdisc.parseAll(batch.ask("qdisc show dev " + device, changes));
    }

    @Override
    public void close() {
        batch.close();
    }
}
