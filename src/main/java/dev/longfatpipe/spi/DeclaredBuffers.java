/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.spi;

import dev.longfatpipe.kernel.BufferSetting;
import org.apiguardian.api.API;

/**
 * The buffers that the test says its sockets have, for where the sockets themselves cannot be read.
 *
 * @param clientReceive receive buffer of the client's sockets
 * @param clientSend send buffer of the client's sockets
 * @param serverReceive receive buffer of the server's sockets
 * @param serverSend send buffer of the server's sockets
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record DeclaredBuffers(
        BufferSetting clientReceive, BufferSetting clientSend, BufferSetting serverReceive, BufferSetting serverSend) {

    /** All four buffers are auto-tuned. */
    public static DeclaredBuffers auto() {
        return new DeclaredBuffers(
                BufferSetting.auto(), BufferSetting.auto(), BufferSetting.auto(), BufferSetting.auto());
    }
}
