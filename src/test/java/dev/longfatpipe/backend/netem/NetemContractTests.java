/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.backend.PipeContract;
import dev.longfatpipe.spi.PipeBackend;
import dev.longfatpipe.units.DataRate;
import java.net.NetworkInterface;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;

/** Sizes are for the one processor of User-Mode Linux. */
@Tag("netem")
class NetemContractTests extends PipeContract {

    @Override
    protected PipeBackend backend() {
        return new NetemBackend();
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

    @Override
    protected void requireNothingLeft() throws Exception {
        assertThat(NetworkInterface.networkInterfaces().map(NetworkInterface::getName))
                .noneMatch(name -> name.startsWith("lfn"));
        Commands.Answer namespaces = new Processes().run("", List.of("ip", "netns", "list"));
        assertThat(namespaces.text())
                .doesNotContain("longfatpipe-" + ProcessHandle.current().pid() + "-");
    }
}
