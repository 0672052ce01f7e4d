/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

import java.nio.ByteBuffer;

/** Makes IP packets by hand, as the kernel hands them to a device. */
final class Packets {

    static final byte[] OWN = {(byte) 198, 18, 0, 1};
    static final byte[] VIRTUAL = {(byte) 198, 18, 0, 7};
    static final byte[] OWN_SIX = {0x20, 1, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
    static final byte[] VIRTUAL_SIX = {0x20, 1, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7};

    private static final int TCP_HEADER = 32;

    private Packets() {}

    /** TCP with twelve bytes of options, from this host to the virtual address. */
    static ByteBuffer tcp(int from, int to, int flags, int sequence, int acknowledgement, int payload) {
        ByteBuffer segment = ByteBuffer.allocate(TCP_HEADER + payload)
                .putShort((short) from)
                .putShort((short) to)
                .putInt(sequence)
                .putInt(acknowledgement)
                .put((byte) ((TCP_HEADER / 4) << 4))
                .put((byte) flags)
                .putShort((short) 501);
        fill(segment, TCP_HEADER);
        return four(IpPacket.TCP, segment.array(), 0, 0);
    }

    static ByteBuffer udp(int from, int to, int payload) {
        return four(IpPacket.UDP, datagram(from, to, payload), 0, 0);
    }

    static byte[] datagram(int from, int to, int payload) {
        ByteBuffer datagram = ByteBuffer.allocate(8 + payload)
                .putShort((short) from)
                .putShort((short) to)
                .putShort((short) (8 + payload));
        fill(datagram, 8);
        return datagram.array();
    }

    private static void fill(ByteBuffer bytes, int from) {
        for (int i = from; i < bytes.capacity(); i++) {
            bytes.put(i, (byte) (i * 31));
        }
    }

    /** A whole packet, or the part at {@code offset} of it, with a right header checksum. */
    static ByteBuffer four(int protocol, byte[] payload, int id, int flagsAndOffset) {
        ByteBuffer packet = ByteBuffer.allocate(20 + payload.length)
                .put((byte) 0x45)
                .put((byte) 0)
                .putShort((short) (20 + payload.length))
                .putShort((short) id)
                .putShort((short) flagsAndOffset)
                .put((byte) 64)
                .put((byte) protocol)
                .putShort((short) 0)
                .put(OWN)
                .put(VIRTUAL)
                .put(payload);
        packet.putShort(10, (short) ~sum(packet, 0, 20));
        return packet.clear();
    }

    static ByteBuffer six(int protocol, byte[] payload) {
        return ByteBuffer.allocate(40 + payload.length)
                .putInt(0x6000_0000)
                .putShort((short) payload.length)
                .put((byte) protocol)
                .put((byte) 64)
                .put(OWN_SIX)
                .put(VIRTUAL_SIX)
                .put(payload)
                .clear();
    }

    static IpPacket read(ByteBuffer packet) {
        IpPacket read = new IpPacket();
        if (!read.read(packet, 0, packet.capacity())) {
            throw new AssertionError("this is no IP packet");
        }
        return read;
    }

    static byte[] bytes(ByteBuffer from, int at, int length) {
        byte[] bytes = new byte[length];
        from.get(at, bytes);
        return bytes;
    }

    /** The sum of RFC 1071, not complemented. */
    static int sum(ByteBuffer bytes, int from, int to) {
        int sum = 0;
        for (int i = from; i < to; i += 2) {
            sum += (bytes.get(i) & 0xff) << 8 | (i + 1 < to ? bytes.get(i + 1) & 0xff : 0);
        }
        while (sum >>> 16 != 0) {
            sum = (sum & 0xffff) + (sum >>> 16);
        }
        return sum;
    }
}
