/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import dev.longfatpipe.kernel.BufferSetting;
import dev.longfatpipe.observe.BufferReading;
import dev.longfatpipe.observe.ConnectionId;
import dev.longfatpipe.observe.ConnectionSample;
import dev.longfatpipe.observe.FlowSample;
import dev.longfatpipe.observe.PipeDescription;
import dev.longfatpipe.observe.PipeSnapshot;
import dev.longfatpipe.observe.Punctuality;
import dev.longfatpipe.spi.OpenPipe;
import dev.longfatpipe.spi.PipeRequest;
import dev.longfatpipe.units.DataSize;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A pipe whose every number is written here; its clock stands still but for the two seconds that its scene lasts. */
final class FakePipe implements OpenPipe {

    private static final long BEGAN = 1_000_000_000L;
    private static final long ENDED = BEGAN + 2_000_000_000L;

    private final PipeRequest request;
    private @Nullable InetSocketAddress server;
    private boolean closed;

    FakePipe(PipeRequest request) {
        this.request = request;
    }

    PipeRequest request() {
        return request;
    }

    synchronized boolean isClosed() {
        return closed;
    }

    private boolean plays(long scene) {
        return request.seed() == scene;
    }

    @Override
    public PipeDescription description() {
        return MadeUp.description(
                request,
                FakeBackend.NAME,
                plays(FakeBackend.UNVERIFIED) ? "rtt 100 ms was asked for, but 140 ms were measured" : null);
    }

    @Override
    public synchronized InetSocketAddress to(InetSocketAddress to) {
        server = to;
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
    }

    @Override
    public synchronized PipeSnapshot snapshot() {
        if (server == null) {
            return new PipeSnapshot(BEGAN, List.of(), Punctuality.NONE);
        }
        if (plays(FakeBackend.MUTE)) {
            throw new IllegalStateException("the pipe has failed");
        }
        Duration stalled = Duration.ofMillis(plays(FakeBackend.STALLED) ? 300 : 0);
        return new PipeSnapshot(
                ENDED,
                List.of(new ConnectionSample(
                        new ConnectionId(1, new InetSocketAddress(InetAddress.getLoopbackAddress(), 2), server),
                        BEGAN,
                        true,
                        FlowSample.NONE,
                        downstream())),
                new Punctuality(Duration.ofSeconds(2), stalled, stalled, Duration.ZERO));
    }

    private FlowSample downstream() {
        if (plays(FakeBackend.REFUSED)) {
            return FlowSample.NONE;
        }
        boolean narrow = plays(FakeBackend.NARROW) || plays(FakeBackend.STALLED);
        long bytes = narrow ? 1_200_000 : 15_000_000;
        return MadeUp.flow(
                bytes,
                narrow,
                narrow
                        ? new BufferReading(
                                BufferSetting.explicit(DataSize.ofKibibytes(64)),
                                DataSize.ofKibibytes(64),
                                1,
                                BufferReading.Source.SOCK_DIAG)
                        : BufferReading.ASSUMED_AUTO,
                BEGAN + 150_000_000L,
                ENDED);
    }

    @Override
    public List<PipeSnapshot> snapshots(long fromNanos, long toNanos) {
        return List.of();
    }

    @Override
    public boolean awaitDelivery(Duration atMost) {
        return true;
    }

    @Override
    public List<String> warnings() {
        return plays(FakeBackend.REFUSED)
                ? List.of("server 127.0.0.1:9 could not be reached (Connection refused): is it listening there?")
                : List.of();
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (plays(FakeBackend.UNCLOSABLE)) {
            throw new IllegalStateException("stuck");
        }
    }
}
