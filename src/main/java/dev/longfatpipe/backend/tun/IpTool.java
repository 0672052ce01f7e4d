/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

import dev.longfatpipe.emulate.SystemProgram;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Runs {@code ip} of iproute2, with a list of arguments and a time limit. Never through a shell. Stateless. */
final class IpTool {

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
        SystemProgram.Result result;
        try {
            result = SystemProgram.run("", command);
        } catch (SystemProgram.NotStarted e) {
            throw new Missing(e);
        }
        if (result.status() != 0) {
            throw new IOException(quoted(command) + " failed: " + result.text().strip());
        }
        return result.text();
    }

    private static String quoted(List<String> command) {
        return "[ip " + String.join(" ", command.subList(1, command.size())) + "]";
    }
}
