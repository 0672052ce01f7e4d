/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.spi.PipeBackend;
import org.junit.jupiter.api.Tag;

@Tag("netem-container")
class NetemContainerContractTests extends NetemContract {

    @Override
    protected PipeBackend backend() {
        return RouterInContainer.backend();
    }

    /** Its one namespace sees each datagram once. */
    @Override
    protected boolean datagramsAreToldApart() {
        return false;
    }

    /** One router stays for the next pipe, without anything of the last one's. */
    @Override
    protected void requireNothingLeft() throws Exception {
        Docker docker = Docker.connect();
        String own = "dev.longfatpipe.owner=" + Machine.labels().get("dev.longfatpipe.owner");
        assertThat(docker.containers(own)).hasSize(1);
        assertThat(docker.networks(own)).hasSize(2);
        String id = docker.containers(own).get(0).getId();
        assertThat(docker.run(id, "tc", "qdisc", "show").text()).doesNotContain("netem", "hfsc");
    }
}
