/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.testcontainers.images.builder.ImageFromDockerfile;

/** The Docker image of a router: the one that a property names, or one that is built once out of a small base. */
final class RouterImage {

    /** What it is called when it has been built; it stays, for the next run. */
    static final String BUILT = "longfatpipe/router:0.1";

    /** Small, and with an nft and an iptables of both kinds. */
    private static final String BASE = "alpine:3.20";

    /** A shell, for {@code sh -c}; tc, ip and ss of iproute2 and not those of busybox; both ways to rewrite addresses. */
    private static final String PACKAGES = "apk add --no-cache iproute2 nftables iptables iptables-legacy";

    private RouterImage() {}

    static Future<String> of(Optional<String> named) {
        return named.<Future<String>>map(CompletableFuture::completedFuture)
                .orElseGet(() -> built(BUILT, BASE, PACKAGES));
    }

    static Future<String> built(String name, String base, String installation) {
        return new ImageFromDockerfile(name, false)
                // Else the container of a step that fails would stay.
                .withBuildImageCmdModifier(command -> command.withForcerm(true))
                .withDockerfileFromBuilder(builder -> builder.from(base)
                        .run(installation)
                        .cmd("sleep", "infinity")
                        .build());
    }

    /** What to do when it cannot be had. */
    static String remedy(Optional<String> named) {
        return named.map(image -> "load it (docker load), or have " + NetemSettings.IMAGE + " name another one")
                .orElse("it is built from " + BASE
                        + "; where that cannot be pulled, make an image with ip, tc, ss and nft"
                        + " or iptables, and name it by -D" + NetemSettings.IMAGE + "=…");
    }
}
