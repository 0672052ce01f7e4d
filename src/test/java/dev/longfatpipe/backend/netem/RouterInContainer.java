/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import dev.longfatpipe.backend.netem.NetemSettings.Place;
import java.util.Optional;

/** The backend with its router in a container of the image that {@code src/test/images/router} makes. */
final class RouterInContainer {

    static final String IMAGE = "longfatpipe/router:local";

    private RouterInContainer() {}

    static NetemBackend backend() {
        return new NetemBackend(() -> new NetemSettings(Place.CONTAINER, Optional.of(IMAGE)));
    }
}
