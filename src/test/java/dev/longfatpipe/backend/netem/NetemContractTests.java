/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.spi.PipeBackend;
import java.net.NetworkInterface;
import java.util.List;
import org.junit.jupiter.api.Tag;

@Tag("netem")
class NetemContractTests extends NetemContract {

    @Override
    protected PipeBackend backend() {
        return new NetemBackend();
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
