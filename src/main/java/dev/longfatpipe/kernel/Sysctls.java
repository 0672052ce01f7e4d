/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.kernel;

import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apiguardian.api.API;

/**
 * The kernel settings that decide how far a TCP connection can fill a path.
 *
 * <p>Immutable. Any of them is overridden by the name that sysctl gives it, so that a line of a production host's
 * {@code sysctl.conf} can be pasted into a test: {@code sysctls.with("net.ipv4.tcp_rmem=4096 131072 524288")}.
 *
 * @param tcpRmem {@code net.ipv4.tcp_rmem}: receive buffers of sockets that set none
 * @param tcpWmem {@code net.ipv4.tcp_wmem}: send buffers of sockets that set none
 * @param rmemMax {@code net.core.rmem_max}: the most that SO_RCVBUF is granted, in bytes; it does not bound auto-tuning
 * @param wmemMax {@code net.core.wmem_max}: the most that SO_SNDBUF is granted, in bytes; it does not bound auto-tuning
 * @param windowScaling {@code net.ipv4.tcp_window_scaling}: without it no window exceeds 65535 bytes
 * @param congestionControl {@code net.ipv4.tcp_congestion_control}: the default of new sockets, for example {@code cubic}
 * @param slowStartAfterIdle {@code net.ipv4.tcp_slow_start_after_idle}: a connection idle for longer than its
 *     retransmission time-out starts again with the initial window
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record Sysctls(
        TcpMemory tcpRmem,
        TcpMemory tcpWmem,
        long rmemMax,
        long wmemMax,
        boolean windowScaling,
        String congestionControl,
        boolean slowStartAfterIdle) {

    /**
     * Checks every setting.
     *
     * @throws IllegalArgumentException if a maximum is outside 1 to 2147483647 bytes, or the congestion control is not a name
     */
    public Sysctls {
        Objects.requireNonNull(tcpRmem, "tcpRmem");
        Objects.requireNonNull(tcpWmem, "tcpWmem");
        SysctlText.requireBytes(Sysctl.RMEM_MAX.key(), rmemMax);
        SysctlText.requireBytes(Sysctl.WMEM_MAX.key(), wmemMax);
        congestionControl = SysctlText.congestionControl(Sysctl.CONGESTION_CONTROL.key(), congestionControl);
    }

    /**
     * The same settings with one of them replaced.
     *
     * @param key the full name of sysctl, for example {@code "net.ipv4.tcp_rmem"}
     * @param value as /proc/sys shows it, for example {@code "4096 131072 524288"}
     * @throws IllegalArgumentException if the key is not one of the seven of this record, or the value is not one of its kind
     */
    public Sysctls with(String key, String value) {
        return Sysctl.named(key.strip()).apply(this, value);
    }

    /**
     * The same settings with one of them replaced, written as in {@code sysctl.conf}.
     *
     * @param assignment key, equals sign, value: {@code "net.ipv4.tcp_rmem=4096 131072 524288"}; space around the sign is allowed
     * @throws IllegalArgumentException as {@link #with(String, String)}, or if there is no equals sign
     */
    public Sysctls with(String assignment) {
        int sign = assignment.indexOf('=');
        if (sign < 0) {
            throw SysctlText.malformed(
                    "sysctl",
                    assignment,
                    "is not of the form key=value",
                    "\"" + Sysctl.TCP_RMEM.key() + "=4096 131072 6291456\"");
        }
        return with(assignment.substring(0, sign), assignment.substring(sign + 1));
    }

    /**
     * The value of one setting, as /proc/sys would show it.
     *
     * @throws IllegalArgumentException if the key is not one of the seven of this record
     */
    public String value(String key) {
        return Sysctl.named(key.strip()).read(this);
    }

    /** Every setting on one line, {@code key=value} separated by commas, in the order of the keys. */
    @Override
    public String toString() {
        return Arrays.stream(Sysctl.values())
                .map(sysctl -> sysctl.key() + "=" + sysctl.read(this))
                .collect(Collectors.joining(", "));
    }

    Sysctls withTcpRmem(TcpMemory value) {
        return new Sysctls(value, tcpWmem, rmemMax, wmemMax, windowScaling, congestionControl, slowStartAfterIdle);
    }

    Sysctls withTcpWmem(TcpMemory value) {
        return new Sysctls(tcpRmem, value, rmemMax, wmemMax, windowScaling, congestionControl, slowStartAfterIdle);
    }

    Sysctls withRmemMax(long value) {
        return new Sysctls(tcpRmem, tcpWmem, value, wmemMax, windowScaling, congestionControl, slowStartAfterIdle);
    }

    Sysctls withWmemMax(long value) {
        return new Sysctls(tcpRmem, tcpWmem, rmemMax, value, windowScaling, congestionControl, slowStartAfterIdle);
    }

    Sysctls withWindowScaling(boolean value) {
        return new Sysctls(tcpRmem, tcpWmem, rmemMax, wmemMax, value, congestionControl, slowStartAfterIdle);
    }

    Sysctls withCongestionControl(String value) {
        return new Sysctls(tcpRmem, tcpWmem, rmemMax, wmemMax, windowScaling, value, slowStartAfterIdle);
    }

    Sysctls withSlowStartAfterIdle(boolean value) {
        return new Sysctls(tcpRmem, tcpWmem, rmemMax, wmemMax, windowScaling, congestionControl, value);
    }
}
