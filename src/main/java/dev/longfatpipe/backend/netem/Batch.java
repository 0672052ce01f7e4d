/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import dev.longfatpipe.spi.Ticker;
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
 * An ip or tc of the router's that stays and does what it is told, line by line: to ask it takes a quarter of a millisecond, to start
 * a new one each time would take a hundred times as long. Ends with this JVM, however that ends.
 */
final class Batch implements AutoCloseable {

    private static final long LIMIT_SECONDS = 10;
    private static final String ENDED = "(it has ended)";

    private final String program;
    private final OutputStream commands;
    private final AutoCloseable end;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private boolean silent;

    /**
     * @param program its name, for messages
     * @param commands what it reads
     * @param end ends it
     */
    Batch(String program, OutputStream commands, AutoCloseable end) {
        this.program = program;
        this.commands = commands;
        this.end = end;
    }

    /** It has written a line. */
    void wrote(String line) {
        lines.add(line);
    }

    /** It will write no more. */
    void hasEnded() {
        lines.add(ENDED);
    }

    /**
     * Has it do what the commands say, one after the other, and then show something.
     *
     * @param show a command that is answered by one line of JSON, an array
     * @return that line
     * @throws IOException when one of the commands fails; the message has its words
     */
    synchronized String ask(String show, String... changes) throws IOException {
        StringBuilder text = new StringBuilder();
        for (String change : changes) {
            text.append(change).append('\n');
        }
        text.append(show).append('\n');
        write(text.toString());
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
            throw new IOException(program + " refused " + Arrays.toString(changes) + ": " + String.join("; ", errors));
        }
        return line;
    }

    /**
     * Has it go on, and reads what it writes.
     *
     * @param last the line that ends its answer
     * @return the lines before that
     */
    synchronized List<String> askUntil(String last) throws IOException {
        write("\n");
        List<String> answer = new ArrayList<>();
        String line = next();
        while (!line.equals(last)) {
            if (line.equals(ENDED)) {
                throw new IOException(program + " in the router has ended: " + String.join("; ", answer));
            }
            answer.add(line);
            line = next();
        }
        return answer;
    }

    private void write(String text) throws IOException {
        if (silent) {
            throw new IOException(
                    program + " in the router has not answered before: what it says now may be that answer");
        }
        try {
            commands.write(text.getBytes(StandardCharsets.UTF_8));
            commands.flush();
        } catch (IOException e) {
            throw new IOException(program + " in the router has ended", e);
        }
    }

    /** Also for a thread that is interrupted: what it does not wait for would be taken for the next answer. */
    private String next() throws IOException {
        long end = Ticker.system().nanos() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    String line = lines.poll(end - Ticker.system().nanos(), TimeUnit.NANOSECONDS);
                    if (line == null) {
                        silent = true;
                        throw new IOException(program + " did not answer within " + LIMIT_SECONDS + " s");
                    }
                    return line;
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void close() {
        try {
            commands.close();
        } catch (IOException e) {
            // It is gone already.
        }
        try {
            end.close();
        } catch (Exception e) {
            // It ends with what it runs in.
        }
    }
}
