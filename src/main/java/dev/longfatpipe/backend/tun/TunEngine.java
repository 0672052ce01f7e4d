/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import dev.longfatpipe.observe.Transport;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.spi.Ticker;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * The one thread of a device: reads packets, and writes them back when they are due. Everything of its pipes' lines happens on this
 * thread; others reach it through {@link #call}.
 */
final class TunEngine implements AutoCloseable {

    /** Of one turn, so that what is due does not wait for what has come. */
    private static final int MOST_READS = 32;
    /** Shorter waits are over before a thread that slept would be back. */
    private static final long SHORT_WAIT_NANOS = 20_000L;

    private static final long LONGEST_WAIT_NANOS = 1_000_000_000L;
    private static final int LARGEST_PACKET = 1 << 16;
    private static final long MOST_BYTES_UNDER_WAY = 1L << 29;
    private static final int LAST_BYTES = 256;

    private final TunFile file;
    private final Ticker ticker;
    private final AddressPlan plan;
    private final byte[] networkFour;
    private final byte[] networkSix;
    private final @Nullable Line[] lines = new Line[LAST_BYTES];
    private final List<Line> open = new ArrayList<>();
    private final PacketStore.Chunks chunks = new PacketStore.Chunks(MOST_BYTES_UNDER_WAY);
    private final Memory memory = new Memory(VnetHeader.BYTES + LARGEST_PACKET);
    private final PacketLane.Place staging =
            new PacketLane.Place(memory.getByteBuffer(0, memory.size()).order(ByteOrder.BIG_ENDIAN), 0);
    private final IpPacket packet = new IpPacket();
    private final IpPacket inner = new IpPacket();
    private final Coalescing coalescing = new Coalescing();
    private final Doorbell doorbell;
    private final Calls calls;
    private final Thread thread;
    private volatile boolean closing;

    /**
     * @param file attached to the device; closed with the engine
     * @param plan the device's addresses
     */
    TunEngine(TunFile file, AddressPlan plan, Ticker ticker) throws IOException {
        this.file = file;
        this.plan = plan;
        this.ticker = ticker;
        this.networkFour = Arrays.copyOf(plan.four().getAddress(), 3);
        this.networkSix = plan.six() == null
                ? new byte[] {(byte) 0xff}
                : Arrays.copyOf(plan.six().getAddress(), 8);
        this.doorbell = new Doorbell(file.fd());
        this.calls = new Calls(doorbell::ring);
        this.thread = new Thread(this::run, "longfatpipe-tun-" + file.name());
        this.thread.setDaemon(true);
        this.thread.start();
    }

    Ticker ticker() {
        return ticker;
    }

    PacketStore.Chunks chunks() {
        return chunks;
    }

    /** Returns the CPU time of the engine's thread; 0 where the JVM cannot tell. Called on that thread. */
    long cpuNanos() {
        return Math.max(0, ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime());
    }

    /**
     * Does something on the engine's thread and waits for its result.
     *
     * @throws IOException what {@code work} threw, or when the engine does not answer
     */
    <T> T call(Callable<T> work) throws IOException {
        return calls.call(work);
    }

    /** From now on the kernel hands over each segment for itself. */
    void requireSingleSegments() throws IOException {
        file.acceptLargeSegments(false);
    }

    /** Lets a pipe's packets cross its line. Called on the engine's thread. */
    void add(Line line) {
        lines[line.lastByte()] = line;
        open.add(line);
    }

    /** Ends a line. Called on the engine's thread. */
    void remove(Line line) {
        lines[line.lastByte()] = null;
        open.remove(line);
        for (Conversation each : line.conversations().all()) {
            if (each.id.transport() == Transport.TCP && each.isOpen()) {
                reset(line, each, Direction.UPSTREAM);
                reset(line, each, Direction.DOWNSTREAM);
            }
        }
        line.close();
    }

    /** Lets the receiver of a direction know that the connection is over. */
    private void reset(Line line, Conversation connection, Direction direction) {
        boolean up = direction == Direction.UPSTREAM;
        InetSocketAddress from = up ? connection.id.client() : connection.id.server();
        InetSocketAddress to = up ? connection.id.server() : connection.id.client();
        InetAddress own = connection.id.client().getAddress();
        InetAddress virtual = plan.virtualLike(own, line.lastByte());
        ByteBuffer bytes = staging.bytes();
        bytes.put(0, new byte[VnetHeader.BYTES]);
        int length = ResetPacket.write(
                bytes,
                VnetHeader.BYTES,
                new ResetPacket.Route(virtual, from.getPort(), own, to.getPort()),
                connection.tally(direction).nextSequence(),
                connection.tally(direction.opposite()).nextSequence());
        LinuxCalls.write(file.fd(), Pointer.nativeValue(memory), VnetHeader.BYTES + length);
    }

    private void run() {
        try {
            LinuxCalls.makeThisThreadPunctual();
            while (!closing) {
                calls.answerAll();
                deliverDue(ticker.nanos());
                if (!readSome() && !closing) {
                    await();
                }
            }
        } catch (IOException | RuntimeException | Error e) {
            calls.failed(e);
        } finally {
            try {
                open.forEach(Line::close);
            } finally {
                calls.ended();
            }
        }
    }

    /** Writes back what is due. */
    private void deliverDue(long nowNanos) throws IOException {
        for (int i = 0; i < open.size(); i++) {
            Line line = open.get(i);
            long due = line.nextNanos();
            if (due <= nowNanos) {
                line.punctuality().begun(due, nowNanos);
                deliverDue(line, Direction.UPSTREAM, nowNanos);
                deliverDue(line, Direction.DOWNSTREAM, nowNanos);
            }
        }
    }

    /** Returns when the next packet is due. */
    private long nextNanos() {
        long next = Long.MAX_VALUE;
        for (int i = 0; i < open.size(); i++) {
            next = Math.min(next, open.get(i).nextNanos());
        }
        return next;
    }

    private void deliverDue(Line line, Direction direction, long nowNanos) throws IOException {
        PacketLane lane = line.lane(direction);
        PacketStore underWay = lane.underWay();
        while (underWay.nextNanos() <= nowNanos) {
            packet.read(underWay.bytes(), underWay.at() + VnetHeader.BYTES, underWay.length() - VnetHeader.BYTES);
            lane.arrived(packet, line.conversations(), nowNanos);
            line.capture(direction, packet, nowNanos);
            if (LinuxCalls.write(file.fd(), underWay.address(), underWay.length()) < 0) {
                lane.refused();
            }
            underWay.remove();
        }
    }

    /** Reads packets that the host has sent. Returns whether there may be more. */
    private boolean readSome() throws IOException {
        for (int i = 0; i < MOST_READS; i++) {
            long length = LinuxCalls.read(file.fd(), Pointer.nativeValue(memory), memory.size());
            if (length < 0) {
                requireAlive(LinuxCalls.lastError());
                return false;
            }
            coalescing.read(1);
            enter((int) length, ticker.nanos());
        }
        return true;
    }

    private void requireAlive(int errno) throws IOException {
        if (errno == LinuxCalls.EBADFD || errno == LinuxCalls.ENODEV) {
            throw new IOException("device [" + file.name() + "] was deleted while pipes were open on it");
        }
    }

    private void enter(int length, long nowNanos) {
        ByteBuffer bytes = staging.bytes();
        boolean ip = length > VnetHeader.BYTES && packet.read(bytes, VnetHeader.BYTES, length - VnetHeader.BYTES);
        if (!ip || !packet.isTo(packet.version() == 4 ? networkFour : networkSix)) {
            return; // the kernel looks for routers and neighbours now and then
        }
        Line line = lines[packet.destinationLastByte()];
        if (line == null) {
            return;
        }
        Conversations conversations = line.conversations();
        conversations.look(packet, nowNanos);
        packet.swapAddresses();
        if (packet.isIcmpError() && packet.readInner(inner)) {
            inner.swapAddresses();
        }
        line.lane(conversations.direction())
                .enter(packet, staging, VnetHeader.segmentBytes(bytes, 0), conversations.conversation(), nowNanos);
    }

    private void await() {
        long now = ticker.nanos();
        long nap = coalescing.napNanos(now, shortestRttNanos());
        if (nap > SHORT_WAIT_NANOS) {
            doorbell.nap(nap);
            return;
        }
        long next = nextNanos();
        long wait = next == Long.MAX_VALUE ? LONGEST_WAIT_NANOS : next - now;
        if (wait > SHORT_WAIT_NANOS) {
            doorbell.await(Math.min(LONGEST_WAIT_NANOS, wait - SHORT_WAIT_NANOS / 2));
        } else if (wait > 0) {
            Thread.onSpinWait();
        }
    }

    private long shortestRttNanos() {
        long shortest = Long.MAX_VALUE;
        for (int i = 0; i < open.size(); i++) {
            shortest = Math.min(shortest, open.get(i).rttNanos());
        }
        return shortest;
    }

    /** Ends the thread, and lets go of the device. Closing twice does nothing. */
    @Override
    public void close() {
        if (closing) {
            return;
        }
        closing = true;
        doorbell.ring();
        if (Calls.joined(thread)) {
            file.close();
            doorbell.close();
            chunks.close();
            memory.close();
        }
    }
}
