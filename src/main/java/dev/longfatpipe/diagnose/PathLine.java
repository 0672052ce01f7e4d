/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.observe.PipeDescription;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.path.Link;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.units.DurationText;

/** The path as a failure text shows it: what was asked for, what was measured, and what carried it. */
final class PathLine {

    private PathLine() {}

    static String of(PipeDescription pipe, Direction direction) {
        Path path = pipe.path();
        StringBuilder line = new StringBuilder(path.toString());
        String measured =
                "measured " + DurationText.describe(pipe.verification().rtt()) + ")";
        int end = line.indexOf(", rate ", path.name().length());
        if (line.charAt(end - 1) == ')') {
            line.replace(end - 1, end, "; " + measured); // the delays of both directions stand there already
        } else {
            line.insert(end, " (" + measured);
        }
        path.bandwidthDelayProduct(direction)
                .ifPresent(bdp -> line.append("; BDP ").append(bdp.describe()));
        line.append("; backend ")
                .append(pipe.backend())
                .append(" (")
                .append(pipe.tcp())
                .append(')');
        line.append("; ").append(kernels(pipe.clientKernel(), pipe.serverKernel()));
        if (isRandom(path.upstream()) || isRandom(path.downstream())) {
            line.append("; seed ").append(pipe.seed());
        }
        return line.toString();
    }

    private static String kernels(KernelProfile client, KernelProfile server) {
        return client.name().equals(server.name())
                ? "kernel " + client.name()
                : "client's kernel " + client.name() + ", server's kernel " + server.name();
    }

    private static boolean isRandom(Link link) {
        return !link.loss().isNone() || !link.jitter().isZero();
    }
}
