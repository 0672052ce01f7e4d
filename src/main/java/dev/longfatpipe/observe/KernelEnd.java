/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import dev.longfatpipe.kernel.BufferSetting;
import dev.longfatpipe.kernel.KernelProfile;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * What is known beforehand of the sockets at one end of a pipe.
 *
 * @param kernel kernel profile in force there
 * @param declaredReceive the receive buffer that the test declares
 * @param declaredSend the send buffer that the test declares
 * @param declared whether the test declares any buffer
 * @param untouched the record of a socket at this end whose buffers nobody set, established and not used yet; null where there
 *     is none
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record KernelEnd(
        KernelProfile kernel,
        BufferSetting declaredReceive,
        BufferSetting declaredSend,
        boolean declared,
        @Nullable SocketRecord untouched) {}
