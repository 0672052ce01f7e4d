/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.socket;

import org.apiguardian.api.API;

/**
 * Which buffers the sockets of an application are to have. Immutable.
 *
 * @param receive SO_RCVBUF
 * @param send SO_SNDBUF
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record SocketBufferPolicy(BufferSize receive, BufferSize send) {

    /** Both are left to the kernel, as they are for an application that does nothing about them. */
    public static SocketBufferPolicy auto() {
        return new SocketBufferPolicy(BufferSize.auto(), BufferSize.auto());
    }

    /**
     * Reads both sizes as {@link BufferSize#parse(String)} does.
     *
     * @throws IllegalArgumentException if one of them is no buffer size; the message says which and what to write instead
     */
    public static SocketBufferPolicy parse(String receive, String send) {
        return new SocketBufferPolicy(BufferSize.parse("receive", receive), BufferSize.parse("send", send));
    }

    /** For reports: {@code receive 64KiB, send auto}. */
    @Override
    public String toString() {
        return "receive " + receive + ", send " + send;
    }
}
