/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.fidelity;

import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.kernel.TcpMemory;

/**
 * A sysctl that a row changes on one end or both. The truth's data goes from client to server, so the receiver is the server.
 *
 * @param ends on which
 * @param key full name of the sysctl
 * @param part which of the three numbers of a memory sysctl is meant
 * @param value the value, of that part
 */
record SysctlOverride(Ends ends, String key, Part part, String value) {

    /** Who has the setting. */
    enum Ends {
        CLIENT,
        SERVER,
        BOTH
    }

    /** Which part of a sysctl is set. */
    enum Part {
        ALL,
        MIN,
        INITIAL,
        MAX
    }

    boolean isOfClient() {
        return ends != Ends.SERVER;
    }

    boolean isOfServer() {
        return ends != Ends.CLIENT;
    }

    /**
     * Lays this over a profile.
     *
     * @throws IllegalArgumentException if a profile knows no such sysctl or the value is not one of its kind
     */
    KernelProfile on(KernelProfile kernel) {
        if (part == Part.ALL) {
            return kernel.with(key, value);
        }
        TcpMemory now = TcpMemory.parse(kernel.sysctls().value(key));
        String numbers = switch (part) {
            case MIN -> value + " " + now.initial() + " " + now.max();
            case INITIAL -> now.min() + " " + value + " " + now.max();
            default -> now.min() + " " + now.initial() + " " + value;
        };
        return kernel.with(key, numbers);
    }
}
