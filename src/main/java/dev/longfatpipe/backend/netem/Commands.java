/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import java.io.IOException;
import java.util.List;

/** Runs programs of the system: never through a shell, always with a time limit. */
interface Commands {

    /**
     * What a program left behind.
     *
     * @param status its exit status
     * @param text all that it wrote, without white space at the ends
     */
    record Answer(int status, String text) {

        boolean isGood() {
            return status == 0;
        }

        /** The first line of what it wrote, for a message. */
        String firstLine() {
            return text.lines().findFirst().orElse("exit status " + status);
        }
    }

    /**
     * Runs a program and waits for its end.
     *
     * @param input what it reads from its standard input
     * @param command the program and its arguments
     * @throws IOException when it is not there, or takes longer than its time limit
     */
    Answer run(String input, List<String> command) throws IOException;

    /**
     * Runs a program that must succeed.
     *
     * @throws IOException as {@link #run}, and when it reports an error; the message has its words
     */
    default void require(String input, String... command) throws IOException {
        Answer answer = run(input, List.of(command));
        if (!answer.isGood()) {
            throw new IOException("[" + String.join(" ", command) + "] failed: " + answer.text());
        }
    }
}
