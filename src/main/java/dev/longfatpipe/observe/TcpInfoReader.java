/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import java.nio.ByteBuffer;

/**
 * Reads {@code struct tcp_info}, of which every kernel fills as much as it has: what lies beyond the end is 0.
 */
final class TcpInfoReader {

    private final ByteBuffer bytes;
    private final int from;
    private final int length;

    private TcpInfoReader(ByteBuffer bytes, int from, int length) {
        this.bytes = bytes;
        this.from = from;
        this.length = length;
    }

    /** Reads the structure of {@code length} bytes at {@code from}; the buffer has the byte order of the machine. */
    static TcpInfo read(ByteBuffer bytes, int from, int length) {
        return new TcpInfoReader(bytes, from, length).read();
    }

    private TcpInfo read() {
        return new TcpInfo(
                unsignedByte(0),
                unsignedByte(6) & 0xf,
                unsignedByte(6) >> 4,
                unsignedInt(8),
                unsignedInt(16),
                unsignedInt(24),
                unsignedInt(68),
                unsignedInt(148),
                unsignedInt(80),
                unsignedInt(100),
                aLong(120),
                aLong(128),
                unsignedInt(144),
                unsignedInt(156),
                aLong(168),
                aLong(176),
                aLong(184),
                unsignedInt(52),
                aLong(200),
                aLong(208),
                unsignedInt(228));
    }

    private int unsignedByte(int offset) {
        return offset + 1 <= length ? bytes.get(from + offset) & 0xff : 0;
    }

    private long unsignedInt(int offset) {
        return offset + 4 <= length ? bytes.getInt(from + offset) & 0xffff_ffffL : 0;
    }

    private long aLong(int offset) {
        return offset + 8 <= length ? bytes.getLong(from + offset) : 0;
    }
}
