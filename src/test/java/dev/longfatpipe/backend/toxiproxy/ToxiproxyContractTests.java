/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.toxiproxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.backend.PipeContract;
import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.path.LossTreatment;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.spi.PipeBackend;
import dev.longfatpipe.spi.PipeRequest;
import org.junit.jupiter.api.Tag;

/** The contract that every backend keeps, on the server that the settings name, or in a container. */
@Tag("toxiproxy")
class ToxiproxyContractTests extends PipeContract {

    @Override
    protected PipeBackend backend() {
        return new ToxiproxyBackend();
    }

    /** Some rows have several connections, and none of them measures what they share. */
    @Override
    protected PipeRequest request(Path path, long seed) {
        return new PipeRequest(
                "", path, KernelProfile.host(), KernelProfile.host(), null, seed, true, LossTreatment.PACKETS);
    }

    @Override
    protected void requireNothingLeft() throws Exception {
        ToxiproxyServer server = ToxiproxyServers.of(ToxiproxySettings.read());
        assertThat(server.api().names("longfatpipe-" + ProcessHandle.current().pid() + "-"))
                .isEmpty();
    }
}
