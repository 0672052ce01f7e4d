/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import dev.longfatpipe.observe.BufferReading;
import dev.longfatpipe.observe.ConnectionId;
import dev.longfatpipe.observe.ConnectionSample;
import dev.longfatpipe.observe.FlowSample;
import dev.longfatpipe.observe.PipeDescription;
import dev.longfatpipe.observe.PipeSnapshot;
import dev.longfatpipe.observe.Punctuality;
import dev.longfatpipe.spi.OpenPipe;
import dev.longfatpipe.spi.PipeRequest;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A pipe that opens one connection per measurement. Leads straight to the server. */
final class StepPipe implements OpenPipe {

    private static final long STEP_NANOS = 2_000_000_000L;

    private final PipeRequest request;
    private final int[] kilobytes;
    private final List<ConnectionSample> connections = new ArrayList<>();
    private long nanos = 1_000_000_000L;

    StepPipe(PipeRequest request, int[] kilobytes) {
        this.request = request;
        this.kilobytes = kilobytes;
    }

    @Override
    public PipeDescription description() {
        return MadeUp.description(request, StepBackend.NAME, null);
    }

    @Override
    public InetSocketAddress to(InetSocketAddress server) {
        return server;
    }

    @Override
    public synchronized boolean awaitDelivery(Duration atMost) {
        int step = connections.size();
        InetSocketAddress end = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
        long bytes = 1_000L * kilobytes[Math.min(step, kilobytes.length - 1)];
        connections.add(new ConnectionSample(
                new ConnectionId(step + 1, end, end), nanos, true, FlowSample.NONE, downstream(bytes)));
        nanos += STEP_NANOS;
        return true;
    }

    private FlowSample downstream(long bytes) {
        return MadeUp.flow(
                bytes, bytes < 14_000_000, BufferReading.ASSUMED_AUTO, nanos + 150_000_000L, nanos + STEP_NANOS);
    }

    @Override
    public synchronized PipeSnapshot snapshot() {
        return new PipeSnapshot(
                nanos,
                List.copyOf(connections),
                new Punctuality(Duration.ofNanos(nanos), Duration.ZERO, Duration.ZERO, Duration.ZERO));
    }

    @Override
    public List<PipeSnapshot> snapshots(long fromNanos, long toNanos) {
        return List.of();
    }

    @Override
    public List<String> warnings() {
        return List.of();
    }

    @Override
    public void close() {}
}
