/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import dev.longfatpipe.backend.netem.NetemSettings.Place;
import java.util.Optional;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.utility.DockerImageName;

/** The backend with its router in a container of the image that {@code src/test/images/router} makes. */
final class RouterInContainer {

    static final String IMAGE = "longfatpipe/router:local";

    private RouterInContainer() {}

    /** A container of that image that does nothing. */
    static GenericContainer<?> sleeping() {
        return new GenericContainer<>(DockerImageName.parse(IMAGE)).withCommand("sleep", "infinity");
    }

    static NetemBackend backend() {
        return new NetemBackend(() -> new NetemSettings(Place.CONTAINER, Optional.of(IMAGE)));
    }
}
