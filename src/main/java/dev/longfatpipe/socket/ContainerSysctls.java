/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.socket;

import dev.longfatpipe.kernel.BufferSetting;
import dev.longfatpipe.kernel.TcpMemory;
import dev.longfatpipe.path.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a container's network namespace is to be given so that its sockets have the buffers of a policy without asking for them. The
 * kernel doubles what setsockopt asks for, tcp_rmem and tcp_wmem it takes as they are ({@code net/core/sock.c}): so initial and
 * most are twice the size, and nothing is left to auto-tuning.
 */
final class ContainerSysctls {

    private static final int SETSOCKOPT_DOUBLES = 2;
    private static final long LEAST = 4_096;

    private ContainerSysctls() {}

    static Map<String, String> of(SocketBufferPolicy policy, Path path) {
        Map<String, String> sysctls = new LinkedHashMap<>();
        put("net.ipv4.tcp_rmem", policy.receive().on(path), sysctls);
        put("net.ipv4.tcp_wmem", policy.send().on(path), sysctls);
        return sysctls;
    }

    private static void put(String key, BufferSetting setting, Map<String, String> sysctls) {
        setting.requested().ifPresent(size -> {
            long memory = Math.multiplyExact(size.bytes(), SETSOCKOPT_DOUBLES);
            sysctls.put(key, new TcpMemory(Math.min(LEAST, memory), memory, memory).toString());
        });
    }
}
