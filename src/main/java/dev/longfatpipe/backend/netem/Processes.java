/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import dev.longfatpipe.emulate.SystemProgram;
import java.io.IOException;
import java.util.List;

/** Runs the programs of this machine. */
final class Processes implements Commands {

    @Override
    public Answer run(String input, List<String> command) throws IOException {
        SystemProgram.Result result = SystemProgram.run(input, command);
        return new Answer(result.status(), result.text().strip());
    }
}
