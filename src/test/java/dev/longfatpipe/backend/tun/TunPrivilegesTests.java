/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.backend.ChildJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A user without privileges: on a device that was made beforehand, without one, and in a namespace of his own. The test itself is
 * root, makes the device, and lets everybody open a device node, as most systems do, in a mount namespace that only the child sees.
 */
@Tag("tun")
@Timeout(120)
class TunPrivilegesTests {

    private static final String DEVICE = "lfp7";
    private static final String OPEN_NODE = "node=$1; shift; mount --bind \"$node\" /dev/net/tun && exec \"$@\"";
    private static final Pattern SHARE = Pattern.compile("share ([0-9.]+)");
    private static final Pattern CARRIED = Pattern.compile("carried ([0-9.]+)");

    private final Path folder;

    TunPrivilegesTests(@TempDir Path folder) {
        this.folder = folder;
    }

    private ChildJvm asNobody(String... further) throws IOException, InterruptedException {
        Path node = folder.resolve("tun");
        run("mknod", "-m", "0666", node.toString(), "c", "10", "200");
        List<String> launcher =
                new ArrayList<>(List.of("unshare", "-m", "sh", "-c", OPEN_NODE, "open-node", node.toString()));
        launcher.addAll(List.of("setpriv", "--reuid", "nobody", "--regid", "nogroup", "--clear-groups"));
        launcher.addAll(List.of(further));
        return ChildJvm.start(launcher, ChildJvm.readableClassPath(folder), FullPipe.class, "40", "20", "1", "2");
    }

    private static void run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as("%s: %s", List.of(command), said).isZero();
    }

    private static double number(Pattern pattern, String output) {
        Matcher matcher = pattern.matcher(output);
        assertThat(matcher.find()).as(output).isTrue();
        return Double.parseDouble(matcher.group(1));
    }

    /** The path was there: the line was well used, and did not carry more than it can. */
    private static void requirePath(String output) {
        assertThat(number(SHARE, output)).as(output).isGreaterThan(0.5);
        assertThat(number(CARRIED, output)).as(output).isLessThanOrEqualTo(1);
    }

    @Test
    void attaches_to_the_device_that_was_made_for_him() throws Exception {
        run("ip", "tuntap", "add", "dev", DEVICE, "mode", "tun", "user", "nobody");
        try {
            run("ip", "addr", "add", "198.18.77.1/24", "dev", DEVICE);
            run("ip", "link", "set", DEVICE, "txqueuelen", "20000", "gso_max_segs", "1", "up");
            try (ChildJvm child = asNobody()) {
                String output = child.output();

                assertThat(output).startsWith("user nobody");
                requirePath(output);
            }
        } finally {
            run("ip", "tuntap", "del", "dev", DEVICE, "mode", "tun");
        }
    }

    @Test
    void is_told_which_command_makes_him_one() throws Exception {
        try (ChildJvm child = asNobody()) {
            assertThat(child.output())
                    .contains("user [nobody] may not make a TUN device, and none was made for it: make one with"
                            + " [sudo ip tuntap add dev lfp0 mode tun user nobody && ");
        }
    }

    @Test
    void makes_one_in_a_namespace_of_his_own() throws Exception {
        try (ChildJvm child =
                asNobody("unshare", "-Urn", "sh", "-c", "ip link set lo up && exec \"$@\"", "own-namespace")) {
            requirePath(child.output());
        }
    }
}
