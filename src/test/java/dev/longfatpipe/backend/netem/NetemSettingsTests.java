/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.longfatpipe.backend.netem.NetemSettings.Place;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class NetemSettingsTests {

    private static NetemSettings of(String... pairs) {
        Properties properties = new Properties();
        for (int i = 0; i < pairs.length; i += 2) {
            properties.setProperty(pairs[i], pairs[i + 1]);
        }
        return NetemSettings.of(properties);
    }

    @Test
    void without_any_the_router_is_where_it_can_be_and_its_image_is_built() {
        assertThat(of().place()).isEqualTo(Place.AUTO);
        assertThat(of().image()).isEmpty();
    }

    @Test
    void both_can_be_named() {
        NetemSettings settings =
                of("longfatpipe.netem.router", "container", "longfatpipe.netem.image", "registry.example/router:1");
        assertThat(settings.place()).isEqualTo(Place.CONTAINER);
        assertThat(settings.image()).hasValue("registry.example/router:1");
    }

    @Test
    void another_place_is_refused() {
        assertThatThrownBy(() -> of("longfatpipe.netem.router", "docker"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("longfatpipe.netem.router [docker] is unknown: write \"local\", \"container\", \"auto\"");
    }
}
