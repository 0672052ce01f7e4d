/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import dev.longfatpipe.emulate.Lane;
import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.kernel.Sysctls;
import dev.longfatpipe.observe.ReceiveAutoTuning;
import dev.longfatpipe.observe.SendAutoTuning;
import dev.longfatpipe.observe.SocketTable;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.spi.PipeRequest;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * What all connections of one pipe share.
 *
 * @param request what was asked for
 * @param engine the thread that serves them
 * @param upstream from clients to servers
 * @param downstream from servers to clients
 * @param line what the path is now
 * @param datagrams what datagram sessions share
 * @param pool buffers for the bytes under way
 * @param table sockets of this host
 * @param discovery reads what the application set
 * @param limits the largest buffers that this host grants
 * @param tuning what auto-tuning may have made of a send buffer
 * @param receiveTuning what auto-tuning may have made of a receive buffer
 * @param buffers finds what is worth a warning about them
 * @param warnings what the reader of a report should know
 */
record Relay(
        PipeRequest request,
        Engine engine,
        Lane upstream,
        Lane downstream,
        Line line,
        DatagramAccount datagrams,
        ChunkPool pool,
        SocketTable table,
        BufferDiscovery discovery,
        HostLimits limits,
        SendAutoTuning tuning,
        ReceiveAutoTuning receiveTuning,
        BufferWarnings buffers,
        Collection<String> warnings) {

    static Relay of(PipeRequest request, Engine engine, SocketTable table) {
        Sysctls host = KernelProfile.host().sysctls();
        return new Relay(
                request,
                engine,
                new Lane(request.path(), Direction.UPSTREAM, request.seed()),
                new Lane(request.path(), Direction.DOWNSTREAM, request.seed()),
                new Line(request.path()),
                new DatagramAccount(),
                new ChunkPool(),
                table,
                new BufferDiscovery(request.declared()),
                new HostLimits(host.rmemMax(), host.wmemMax()),
                new SendAutoTuning(host.tcpWmem().max()),
                new ReceiveAutoTuning(host.tcpRmem().max()),
                new BufferWarnings(host, table.problem().orElse("its socket is not on this host")),
                new ConcurrentSkipListSet<>());
    }

    /** Returns the buffers that the relay's own sockets have on the path of now. */
    LegBuffers legs() {
        return line.legs();
    }

    /** Returns the pipe's time. */
    long now() {
        return engine.clock().nanos();
    }

    long rttNanos() {
        return upstream.delayNanos() + downstream.delayNanos();
    }

    List<String> warningsInOrder() {
        return List.copyOf(warnings);
    }
}
