/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import dev.longfatpipe.spi.Availability;
import java.io.IOException;
import java.util.Optional;

/** Finds out by trying whether a router can be made in a container: it starts one, which the first pipe then has. */
final class ContainerProbe {

    private static final int USUAL_MTU = 1_500;

    private ContainerProbe() {}

    static Availability run(Optional<String> image) {
        if (!Testcontainers.isPresent()) {
            return Availability.unavailable(
                    Testcontainers.MISSING + ", or use backend tun (kernel TCP) or relay (needs" + " nothing)");
        }
        try {
            RouterPool.OF_THIS_JVM.giveBack(RouterPool.OF_THIS_JVM.take(image, USUAL_MTU), false);
            return Availability.available();
        } catch (IOException e) {
            return Availability.unavailable(String.valueOf(e.getMessage()));
        }
    }
}
