/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import dev.longfatpipe.backend.PipeContract;
import dev.longfatpipe.spi.PipeBackend;

class RelayContractTests extends PipeContract {

    @Override
    protected PipeBackend backend() {
        return new RelayBackend();
    }
}
