/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

import dev.longfatpipe.path.Direction;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Instant;

/**
 * Writes the packets of a pipe to a file that Wireshark and tcpdump read: classic pcap, {@code LINKTYPE_RAW}, microseconds. A
 * packet is written when it arrives, with the addresses that the client sees in both directions. Not thread-safe.
 */
final class PacketCapture implements AutoCloseable {

    private static final int MAGIC = 0xa1b2c3d4;
    private static final int LINKTYPE_RAW = 101;
    private static final int LONGEST = 1 << 18;
    private static final int BUFFER = 1 << 18;
    private static final int MOST_FILES = 10_000;
    private static final String SUFFIX = ".pcap";

    private final OutputStream out;
    private final Instant beganAt;
    private final long beganNanos;
    private final byte[] record = new byte[16 + (1 << 16)];
    private final IpPacket written = new IpPacket();
    private boolean closed;

    PacketCapture(OutputStream out, Instant beganAt, long beganNanos) throws IOException {
        this.out = out;
        this.beganAt = beganAt;
        this.beganNanos = beganNanos;
        out.write(ByteBuffer.allocate(24)
                .putInt(MAGIC)
                .putShort((short) 2)
                .putShort((short) 4)
                .putInt(0)
                .putInt(0)
                .putInt(LONGEST)
                .putInt(LINKTYPE_RAW)
                .array());
    }

    /**
     * Begins a file.
     *
     * @param where the file; or a folder, in which it is named after the pipe. What is there already is kept: the name gets a
     *     number
     * @param pipe name of the pipe; empty for the only one of a test
     */
    static PacketCapture begin(Path where, String pipe, long nowNanos) throws IOException {
        boolean folder = Files.isDirectory(where);
        Path first =
                folder ? where.resolve((pipe.isEmpty() ? "pipe" : pipe.replaceAll("[^\\w.-]", "_")) + SUFFIX) : where;
        OutputStream file = new BufferedOutputStream(create(first), BUFFER);
        return new PacketCapture(file, Clock.systemUTC().instant(), nowNanos);
    }

    private static OutputStream create(Path first) throws IOException {
        String name = String.valueOf(first.getFileName());
        String stem = name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : name;
        String suffix = name.substring(stem.length());
        for (int i = 1; i <= MOST_FILES; i++) {
            try {
                Path next = i == 1 ? first : first.resolveSibling(stem + "-" + i + suffix);
                return Files.newOutputStream(next, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            } catch (FileAlreadyExistsException taken) {
                // The next number may be free.
            }
        }
        throw new IOException("there are " + MOST_FILES + " captures like [" + first + "] already: delete them");
    }

    /** Writes a packet as the client sees it: what arrived at the server had its addresses exchanged. */
    void write(Direction direction, ByteBuffer bytes, int at, int length, long nowNanos) throws IOException {
        Instant when = beganAt.plusNanos(nowNanos - beganNanos);
        ByteBuffer.wrap(record)
                .putInt((int) when.getEpochSecond())
                .putInt(when.getNano() / 1_000)
                .putInt(length)
                .putInt(length);
        bytes.get(at, record, 16, length);
        if (direction == Direction.UPSTREAM && written.read(ByteBuffer.wrap(record), 16, length)) {
            written.swapAddresses();
        }
        out.write(record, 0, 16 + length);
    }

    /** Ends the file. Closing twice does nothing. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            try {
                out.close();
            } catch (IOException e) {
                // What was written so far is all there is.
            }
        }
    }
}
