/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Answers what a test wants it to, by the beginning of the command; all else succeeds in silence. */
final class FakeCommands implements Commands {

    private final Map<String, Answer> answers = new LinkedHashMap<>();
    private final List<String> missing = new ArrayList<>();
    private final List<String> ran = new ArrayList<>();

    FakeCommands refusing(String beginning, String words) {
        answers.put(beginning, new Answer(2, words));
        return this;
    }

    FakeCommands without(String program) {
        missing.add(program);
        return this;
    }

    List<String> ran() {
        return ran;
    }

    @Override
    public Answer run(String input, List<String> command) throws IOException {
        String line = String.join(" ", command);
        ran.add(line);
        if (missing.contains(command.get(0))) {
            throw new IOException("Cannot run program \"" + command.get(0) + "\": No such file or directory");
        }
        return answers.entrySet().stream()
                .filter(entry -> line.contains(entry.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(new Answer(0, ""));
    }
}
