/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.fidelity;

import dev.longfatpipe.kernel.BufferSetting;
import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.path.LossModel;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.path.PathBuilder;
import dev.longfatpipe.path.Queue;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A set-up as the truth has it: clients connect and send, the server reads, and the line's rate, its queue and its loss are on the
 * way to the server.
 *
 * @param rtt round-trip time of the empty path
 * @param mtu largest IP packet in bytes
 * @param rate line rate; empty for no limit
 * @param queue room behind a full pipe; without meaning when there is no rate
 * @param loss of the data direction
 * @param superPackets whether packets of many segments were seen by the path ({@code gso=on})
 * @param receive SO_RCVBUF of the listener
 * @param send SO_SNDBUF of the clients
 * @param streams connections at the same time
 * @param congestionControl of the senders
 * @param senderPace the rate at which the application writes; empty for as fast as it can
 * @param readerPace the rate at which the application reads; empty for as fast as it can
 * @param bytes what a finite transfer moves; empty for a run of a certain time
 * @param overrides sysctls other than those of the kernel profile
 */
record Scenario(
        Duration rtt,
        int mtu,
        Optional<DataRate> rate,
        Queue queue,
        LossModel loss,
        boolean superPackets,
        BufferSetting receive,
        BufferSetting send,
        int streams,
        String congestionControl,
        Optional<DataRate> senderPace,
        Optional<DataRate> readerPace,
        Optional<DataSize> bytes,
        List<SysctlOverride> overrides) {

    Path path() {
        PathBuilder builder = Path.builder().rtt(rtt).mtu(mtu).loss(Direction.UPSTREAM, loss);
        rate.ifPresent(line -> builder.rate(Direction.UPSTREAM, line).queue(Direction.UPSTREAM, queue));
        return builder.build();
    }

    KernelProfile clientKernel(KernelProfile base) {
        KernelProfile kernel = base.with("net.ipv4.tcp_congestion_control", congestionControl);
        for (SysctlOverride override : overrides) {
            kernel = override.isOfClient() ? override.on(kernel) : kernel;
        }
        return kernel;
    }

    KernelProfile serverKernel(KernelProfile base) {
        KernelProfile kernel = base;
        for (SysctlOverride override : overrides) {
            kernel = override.isOfServer() ? override.on(kernel) : kernel;
        }
        return kernel;
    }

    boolean hasWindowScaling(KernelProfile base) {
        return clientKernel(base).sysctls().windowScaling()
                && serverKernel(base).sysctls().windowScaling();
    }

    boolean isLossy() {
        return !loss.isNone();
    }
}
