/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.backend.PipeContract;
import dev.longfatpipe.spi.PipeBackend;
import java.net.NetworkInterface;
import java.net.SocketException;
import org.junit.jupiter.api.Tag;

/** The contract that every backend keeps, on packets of the kernel. */
@Tag("tun")
class TunContractTests extends PipeContract {

    @Override
    protected PipeBackend backend() {
        return new TunBackend();
    }

    @Override
    protected void requireNothingLeft() throws SocketException {
        assertThat(NetworkInterface.networkInterfaces().map(NetworkInterface::getName))
                .noneMatch(name -> name.startsWith("longfat"));
    }
}
