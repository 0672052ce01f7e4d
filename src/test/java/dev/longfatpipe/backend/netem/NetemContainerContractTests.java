/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.backend.PipeContract;
import dev.longfatpipe.spi.PipeBackend;
import dev.longfatpipe.units.DataRate;
import java.time.Duration;
import org.junit.jupiter.api.Tag;

/** Sizes are for the one processor of User-Mode Linux. */
@Tag("netem-container")
class NetemContainerContractTests extends PipeContract {

    @Override
    protected PipeBackend backend() {
        return RouterInContainer.backend();
    }

    @Override
    protected Duration timing() {
        return Duration.ofMillis(12);
    }

    @Override
    protected DataRate rate() {
        return DataRate.ofMegabitsPerSecond(10);
    }

    @Override
    protected Duration rtt() {
        return Duration.ofMillis(60);
    }

    @Override
    protected Duration bulk() {
        return Duration.ofSeconds(3);
    }

    @Override
    protected int connections() {
        return 20;
    }

    @Override
    protected boolean drawsAreSeeded() {
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
