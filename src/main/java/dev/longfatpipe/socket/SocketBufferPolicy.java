/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.socket;

import dev.longfatpipe.path.Path;
import java.util.Map;
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

    /**
     * Returns the settings of a network namespace in which sockets have these buffers without asking for them, as containers
     * take them at their creation ({@code --sysctl}): {@code net.ipv4.tcp_rmem} and {@code net.ipv4.tcp_wmem} with twice the
     * size, since setsockopt doubles what it is asked for. What is left to the kernel is not among them.
     *
     * @param path the path, for sizes in its bandwidth-delay products
     * @throws IllegalArgumentException as {@link BufferSize#on(Path)}
     */
    public Map<String, String> sysctls(Path path) {
        return ContainerSysctls.of(this, path);
    }

    /** For reports: {@code receive 64KiB, send auto}. */
    @Override
    public String toString() {
        return "receive " + receive + ", send " + send;
    }
}
