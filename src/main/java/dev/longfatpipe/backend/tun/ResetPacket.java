/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

import java.net.InetAddress;
import java.nio.ByteBuffer;

/**
 * Writes the packet that resets one end of a TCP connection, as the other end would send it: when a pipe is closed, nobody shall wait for
 * bytes that never come. It must have exactly the sequence number that the receiver waits for (RFC 5961).
 */
final class ResetPacket {

    private static final int FOUR_HEADER = 20;
    private static final int SIX_HEADER = 40;
    private static final int TCP_HEADER = 20;
    private static final byte HOPS = 64;

    private ResetPacket() {}

    /** Where it comes from and goes to. */
    record Route(InetAddress from, int fromPort, InetAddress to, int toPort) {}

    /**
     * Writes it.
     *
     * @param bytes in the order of the network
     * @param at where it begins
     * @param sequence what the receiver waits for
     * @param acknowledgement what the receiver has sent
     * @return how many bytes it has
     */
    static int write(ByteBuffer bytes, int at, Route route, int sequence, int acknowledgement) {
        byte[] from = route.from().getAddress();
        int header = from.length == 4 ? FOUR_HEADER : SIX_HEADER;
        ByteBuffer packet = ByteBuffer.allocate(header + TCP_HEADER);
        if (from.length == 4) {
            packet.put((byte) 0x45)
                    .put((byte) 0)
                    .putShort((short) (FOUR_HEADER + TCP_HEADER))
                    .putInt(0)
                    .put(HOPS)
                    .put((byte) IpPacket.TCP)
                    .putShort((short) 0);
        } else {
            packet.putInt(0x6000_0000)
                    .putShort((short) TCP_HEADER)
                    .put((byte) IpPacket.TCP)
                    .put(HOPS);
        }
        packet.put(from).put(route.to().getAddress());
        packet.putShort((short) route.fromPort())
                .putShort((short) route.toPort())
                .putInt(sequence)
                .putInt(acknowledgement)
                .put((byte) ((TCP_HEADER / 4) << 4))
                .put((byte) (IpPacket.RST | IpPacket.ACK))
                .putShort((short) 0)
                .putInt(0);
        if (from.length == 4) {
            packet.putShort(10, (short) ~sum(packet, 0, FOUR_HEADER, 0));
        }
        // The addresses lie right before the TCP header, in both versions.
        int pseudo = IpPacket.TCP + TCP_HEADER;
        packet.putShort(header + 16, (short) ~sum(packet, header - 2 * from.length, header + TCP_HEADER, pseudo));
        bytes.put(at, packet.array(), 0, packet.capacity());
        return packet.capacity();
    }

    /** The sum of RFC 1071, not complemented. */
    private static int sum(ByteBuffer packet, int from, int to, int begin) {
        int sum = begin;
        for (int i = from; i < to; i += 2) {
            sum += packet.getShort(i) & 0xffff;
        }
        while (sum >>> 16 != 0) {
            sum = (sum & 0xffff) + (sum >>> 16);
        }
        return sum;
    }
}
