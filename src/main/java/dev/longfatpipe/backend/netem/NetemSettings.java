/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;

/**
 * What system properties say of the router.
 *
 * @param place where it is to be; default {@link Place#AUTO}
 * @param image the Docker image of a container that is one; empty for one that is built
 */
record NetemSettings(Place place, Optional<String> image) {

    static final String ROUTER = "longfatpipe.netem.router";
    static final String IMAGE = "longfatpipe.netem.image";

    /** Where a router is. */
    enum Place {
        /** In network namespaces of this host. */
        LOCAL,
        /** In a container. */
        CONTAINER,
        /** In network namespaces where they can be made, else in a container; the description of a pipe says which. */
        AUTO;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Reads the settings.
     *
     * @throws IllegalArgumentException for a place that is none
     */
    static NetemSettings of(Properties properties) {
        String place = properties.getProperty(ROUTER, Place.AUTO.word()).strip();
        Place found = Arrays.stream(Place.values())
                .filter(each -> each.word().equals(place))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(ROUTER + " [" + place + "] is unknown: write "
                        + Arrays.stream(Place.values())
                                .map(each -> "\"" + each.word() + "\"")
                                .collect(Collectors.joining(", "))));
        return new NetemSettings(
                found,
                Optional.ofNullable(properties.getProperty(IMAGE))
                        .map(String::strip)
                        .filter(image -> !image.isEmpty()));
    }
}
