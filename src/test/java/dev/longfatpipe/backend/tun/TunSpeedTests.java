/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.backend.ChildJvm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.opentest4j.TestAbortedException;

/**
 * How much of a line's ceiling one connection gets at a round-trip time of 100 ms. In a JVM and a network namespace of its own, whose
 * tcp_rmem and tcp_wmem hold two of the bandwidth-delay products.
 */
@Tag("tun")
@Timeout(120)
class TunSpeedTests {

    private static final String LARGE_BUFFERS = "ip link set lo up"
            + " && echo '4096 131072 134217728' >/proc/sys/net/ipv4/tcp_rmem"
            + " && echo '4096 262144 134217728' >/proc/sys/net/ipv4/tcp_wmem"
            + " && exec \"$@\"";

    private static final Pattern FIGURE = Pattern.compile("^(share|carried|cores) ([0-9.]+)$", Pattern.MULTILINE);

    /**
     * Whatever the host's congestion control is; only that single segments of 500 mbit fit into one thread is said of CUBIC. BBR has a timer of
     * the kernel's go off for every one of them.
     */
    @ParameterizedTest(name = "{0} mbit, segments {1}, {2}: at least {3} of the ceiling")
    @CsvSource({
        "100, auto, '', 0.99",
        "500, auto, '', 0.98",
        "1000, auto, '', 0.95",
        "200, one, '', 0.98",
        "500, one, cubic, 0.98"
    })
    void fills_the_pipe(int mbit, String segments, String control, double least) throws Exception {
        String output = run(mbit, segments, control);
        double share = figure(output, "share");
        System.out.println(mbit + " mbit, segments " + segments + " " + control + ": " + share + " of the ceiling, "
                + figure(output, "cores") + " cores");

        if (share < least && output.contains("\nmachine ")) {
            throw new TestAbortedException("INCONCLUSIVE: " + output.replace("\n", "; "));
        }
        assertThat(share).as(output).isGreaterThanOrEqualTo(least);
        assertThat(figure(output, "carried")).as(output).isLessThanOrEqualTo(1);
    }

    private static String run(int mbit, String segments, String control) throws IOException, InterruptedException {
        List<String> launcher = List.of(
                "env",
                "JAVA_TOOL_OPTIONS=-Dlongfatpipe.tun.segments=" + segments,
                "unshare",
                "-n",
                "sh",
                "-c",
                LARGE_BUFFERS,
                "own-namespace");
        List<String> arguments = new ArrayList<>(List.of("100", String.valueOf(mbit), "5", "4"));
        if (!control.isEmpty()) {
            arguments.add(control);
        }
        try (ChildJvm child =
                ChildJvm.start(launcher, ChildJvm.ownClassPath(), FullPipe.class, arguments.toArray(String[]::new))) {
            return child.output();
        }
    }

    private static double figure(String output, String name) {
        Matcher figure = FIGURE.matcher(output);
        while (figure.find()) {
            if (figure.group(1).equals(name)) {
                return Double.parseDouble(figure.group(2));
            }
        }
        throw new AssertionError(output);
    }
}
