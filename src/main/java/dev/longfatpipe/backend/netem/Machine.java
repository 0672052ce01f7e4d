/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import com.github.dockerjava.api.model.Container;
import com.github.dockerjava.api.model.Network;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Marks what belongs to this JVM in a Docker daemon, and removes what belonged to one that is no more. Process ids mean something only
 * where they were given out: on one machine, since it was started, in one PID namespace. What bears another mark is left alone.
 */
final class Machine {

    private static final String MACHINE = "dev.longfatpipe.machine";
    private static final String OWNER = "dev.longfatpipe.owner";

    private Machine() {}

    private static String name() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/random/boot_id"), StandardCharsets.US_ASCII)
                            .strip()
                    + "-"
                    + Files.readSymbolicLink(Path.of("/proc/self/ns/pid"))
                            .toString()
                            .replaceAll("\\D", "");
        } catch (IOException e) {
            return "";
        }
    }

    /** The labels of what this JVM makes. */
    static Map<String, String> labels() throws IOException {
        return Map.of(MACHINE, name(), OWNER, Owner.self().namespace(0));
    }

    /** Removes the containers and networks of dead JVMs. */
    static void sweep(Docker docker) {
        String machine = name();
        if (machine.isEmpty()) {
            return;
        }
        String label = MACHINE + "=" + machine;
        for (Container each : docker.containers(label)) {
            if (isOrphan(each.getLabels())) {
                docker.removeContainer(each.getId());
            }
        }
        for (Network each : docker.networks(label)) {
            if (isOrphan(each.getLabels())) {
                docker.removeNetwork(each.getId());
            }
        }
    }

    static boolean isOrphan(Map<String, String> labels) {
        return Owner.ofNamespace(labels.getOrDefault(OWNER, ""))
                .filter(owner -> !owner.isAlive())
                .isPresent();
    }
}
