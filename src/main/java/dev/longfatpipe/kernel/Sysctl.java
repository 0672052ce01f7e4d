/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.kernel;

import java.util.Arrays;
import java.util.stream.Collectors;

/** The settings that a profile knows, by the names that sysctl gives them. */
enum Sysctl {
    RMEM_MAX("net.core.rmem_max") {
        @Override
        Sysctls apply(Sysctls to, String value) {
            return to.withRmemMax(SysctlText.bytes(key(), value));
        }

        @Override
        String read(Sysctls from) {
            return Long.toString(from.rmemMax());
        }
    },
    WMEM_MAX("net.core.wmem_max") {
        @Override
        Sysctls apply(Sysctls to, String value) {
            return to.withWmemMax(SysctlText.bytes(key(), value));
        }

        @Override
        String read(Sysctls from) {
            return Long.toString(from.wmemMax());
        }
    },
    CONGESTION_CONTROL("net.ipv4.tcp_congestion_control") {
        @Override
        Sysctls apply(Sysctls to, String value) {
            return to.withCongestionControl(SysctlText.congestionControl(key(), value));
        }

        @Override
        String read(Sysctls from) {
            return from.congestionControl();
        }
    },
    TCP_RMEM("net.ipv4.tcp_rmem") {
        @Override
        Sysctls apply(Sysctls to, String value) {
            return to.withTcpRmem(TcpMemory.parse(key(), value));
        }

        @Override
        String read(Sysctls from) {
            return from.tcpRmem().toString();
        }
    },
    SLOW_START_AFTER_IDLE("net.ipv4.tcp_slow_start_after_idle") {
        @Override
        Sysctls apply(Sysctls to, String value) {
            return to.withSlowStartAfterIdle(SysctlText.flag(key(), value));
        }

        @Override
        String read(Sysctls from) {
            return from.slowStartAfterIdle() ? "1" : "0";
        }
    },
    WINDOW_SCALING("net.ipv4.tcp_window_scaling") {
        @Override
        Sysctls apply(Sysctls to, String value) {
            return to.withWindowScaling(SysctlText.flag(key(), value));
        }

        @Override
        String read(Sysctls from) {
            return from.windowScaling() ? "1" : "0";
        }
    },
    TCP_WMEM("net.ipv4.tcp_wmem") {
        @Override
        Sysctls apply(Sysctls to, String value) {
            return to.withTcpWmem(TcpMemory.parse(key(), value));
        }

        @Override
        String read(Sysctls from) {
            return from.tcpWmem().toString();
        }
    };

    private final String key;

    Sysctl(String key) {
        this.key = key;
    }

    String key() {
        return key;
    }

    /** Where /proc/sys keeps it: dots become folders. */
    String file() {
        return key.replace('.', '/');
    }

    abstract Sysctls apply(Sysctls to, String value);

    abstract String read(Sysctls from);

    static Sysctl named(String key) {
        for (Sysctl sysctl : values()) {
            if (sysctl.key.equals(key)) {
                return sysctl;
            }
        }
        throw new IllegalArgumentException("sysctl [" + key + "] is not part of a kernel profile: write one of "
                + Arrays.stream(values()).map(Sysctl::key).collect(Collectors.joining(", ")));
    }
}
