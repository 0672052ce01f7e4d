/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe;

import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.observe.BufferReading;
import dev.longfatpipe.observe.ConnectionId;
import dev.longfatpipe.observe.ConnectionSample;
import dev.longfatpipe.observe.FlowSample;
import dev.longfatpipe.observe.PipeDescription;
import dev.longfatpipe.observe.PipeSnapshot;
import dev.longfatpipe.observe.Punctuality;
import dev.longfatpipe.observe.SenderTimes;
import dev.longfatpipe.observe.Verification;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.spi.OpenPipe;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A pipe on which nothing moves but what a test moves by hand. */
final class HandmadePipe implements OpenPipe {

    static final Path PATH = Path.builder().rtt("100ms").rate("100mbit").build();

    /** The servers that it was led to. */
    final List<InetSocketAddress> servers = new ArrayList<>();

    InetAddress address = InetAddress.getLoopbackAddress();

    @Nullable
    RuntimeException refusesSnapshots;

    @Nullable
    RuntimeException refusesClosing;

    @Nullable
    IOException refusesServers;

    Duration deliveryTakes = Duration.ZERO;
    int deliveriesAwaited;
    int closings;

    private final String name;
    private long nanos = 1_000_000_000L;
    private long delivered;
    private long unread;

    HandmadePipe() {
        this("");
    }

    HandmadePipe(String name) {
        this.name = name;
    }

    /** So many more bytes are delivered downstream, a second later. */
    void deliver(long bytes) {
        nanos += 1_000_000_000L;
        delivered += bytes;
    }

    /** So many bytes have arrived and lie unread. */
    void arrive(long bytes) {
        unread += bytes;
    }

    /** What lies unread is read, a second later. */
    void read() {
        deliver(unread);
        unread = 0;
    }

    @Override
    public PipeDescription description() {
        return new PipeDescription(
                name,
                PATH,
                KernelProfile.linux61(),
                KernelProfile.linux61(),
                "handmade",
                "no TCP",
                1,
                new Verification(PATH.rtt(), null, null));
    }

    @Override
    public InetSocketAddress to(InetSocketAddress server) throws IOException {
        if (refusesServers != null) {
            throw refusesServers;
        }
        servers.add(server);
        return new InetSocketAddress(address, 40_000);
    }

    @Override
    public PipeSnapshot snapshot() {
        if (refusesSnapshots != null) {
            throw refusesSnapshots;
        }
        InetSocketAddress end = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
        return new PipeSnapshot(
                nanos,
                List.of(new ConnectionSample(
                        new ConnectionId(1, end, end), 1_000_000_000L, true, FlowSample.NONE, downstream())),
                Punctuality.NONE);
    }

    private FlowSample downstream() {
        return new FlowSample(
                delivered + unread,
                delivered,
                unread,
                0,
                14_480,
                1 << 20,
                1 << 20,
                PATH.rtt(),
                PATH.rtt(),
                delivered / 1448,
                0,
                0,
                0,
                SenderTimes.NONE,
                SenderTimes.NONE,
                Duration.ZERO,
                BufferReading.ASSUMED_AUTO,
                BufferReading.ASSUMED_AUTO,
                1_100_000_000L,
                nanos);
    }

    @Override
    public List<PipeSnapshot> snapshots(long fromNanos, long toNanos) {
        return List.of();
    }

    @Override
    public boolean awaitDelivery(Duration atMost) {
        deliveriesAwaited++;
        nanos += deliveryTakes.toNanos();
        return true;
    }

    @Override
    public List<String> warnings() {
        return List.of();
    }

    @Override
    public void close() {
        closings++;
        if (refusesClosing != null) {
            throw refusesClosing;
        }
    }
}
