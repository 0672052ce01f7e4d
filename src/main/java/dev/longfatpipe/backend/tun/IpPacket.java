/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

import java.nio.ByteBuffer;

/**
 * Reads the headers of one IP packet after the other, of either version, where they lie. Not thread-safe.
 *
 * <p>To exchange both addresses changes no checksum: neither the header's nor that of TCP, UDP or ICMP over it, all of which are
 * sums in which the order does not matter (RFC 1071).
 */
final class IpPacket {

    static final int ICMP = 1;
    static final int TCP = 6;
    static final int UDP = 17;
    static final int ICMP6 = 58;

    static final int FIN = 1;
    static final int SYN = 2;
    static final int RST = 4;
    static final int PSH = 8;
    static final int ACK = 16;

    private static final int DCCP = 33;
    private static final int SCTP = 132;
    private static final int UDP_LITE = 136;
    private static final int FOUR_HEADER = 20;
    private static final int SIX_HEADER = 40;
    private static final int FOUR_ADDRESSES = 12;
    private static final int SIX_ADDRESSES = 8;
    private static final int MOST_EXTENSIONS = 8;
    private static final int ICMP_HEADER = 8;

    private ByteBuffer bytes = ByteBuffer.allocate(0);
    private int at;
    private int length;
    private int version;
    private int protocol;
    private int payloadAt;
    private int fragmentId;
    private boolean fragmented;
    private boolean laterFragment;

    /**
     * Begins to read a packet.
     *
     * @param bytes in the order of the network
     * @param at where it begins
     * @param available how many bytes of it are there
     * @return whether it is an IP packet with a whole header
     */
    boolean read(ByteBuffer bytes, int at, int available) {
        this.bytes = bytes;
        this.at = at;
        this.fragmented = false;
        this.laterFragment = false;
        this.version = available < 1 ? 0 : (bytes.get(at) & 0xff) >> 4;
        return switch (version) {
            case 4 -> readFour(available);
            case 6 -> readSix(available);
            default -> false;
        };
    }

    private boolean readFour(int available) {
        int header = available < FOUR_HEADER ? 0 : (bytes.get(at) & 0xf) * 4;
        if (header < FOUR_HEADER || header > available) {
            return false;
        }
        length = Math.min(available, bytes.getShort(at + 2) & 0xffff);
        protocol = bytes.get(at + 9) & 0xff;
        payloadAt = at + header;
        int fragment = bytes.getShort(at + 6) & 0xffff;
        fragmented = (fragment & 0x3fff) != 0;
        laterFragment = (fragment & 0x1fff) != 0;
        fragmentId = bytes.getShort(at + 4) & 0xffff;
        return length >= header;
    }

    private boolean readSix(int available) {
        if (available < SIX_HEADER) {
            return false;
        }
        length = Math.min(available, SIX_HEADER + (bytes.getShort(at + 4) & 0xffff));
        protocol = bytes.get(at + 6) & 0xff;
        payloadAt = at + SIX_HEADER;
        for (int i = 0; i < MOST_EXTENSIONS && isExtension(protocol) && payloadAt + 8 <= at + length; i++) {
            readExtension();
        }
        return true;
    }

    /** Hop-by-hop options, routing header, fragment header, destination options (RFC 8200). */
    private static boolean isExtension(int protocol) {
        return protocol == 0 || protocol == 43 || protocol == 44 || protocol == 60;
    }

    private void readExtension() {
        boolean fragment = protocol == 44;
        if (fragment) {
            int offset = bytes.getShort(payloadAt + 2) & 0xffff;
            fragmented = true;
            laterFragment = (offset & 0xfff8) != 0;
            fragmentId = bytes.getInt(payloadAt + 4);
        }
        protocol = bytes.get(payloadAt) & 0xff;
        payloadAt += fragment ? 8 : 8 + 8 * (bytes.get(payloadAt + 1) & 0xff);
    }

    int version() {
        return version;
    }

    ByteBuffer bytes() {
        return bytes;
    }

    int at() {
        return at;
    }

    /** Returns its length in bytes, IP header included. */
    int length() {
        return length;
    }

    int protocol() {
        return protocol;
    }

    boolean isFragment() {
        return fragmented;
    }

    /** Returns whether it is a fragment other than the first: its ports are not in it. */
    boolean isLaterFragment() {
        return laterFragment;
    }

    int fragmentId() {
        return fragmentId;
    }

    /** Returns whether it begins with two ports. */
    boolean hasPorts() {
        boolean of = protocol == TCP || protocol == UDP || protocol == SCTP || protocol == DCCP || protocol == UDP_LITE;
        return of && !laterFragment && has(4);
    }

    private boolean has(int payload) {
        return payloadAt + payload <= at + length;
    }

    int sourcePort() {
        return bytes.getShort(payloadAt) & 0xffff;
    }

    int destinationPort() {
        return bytes.getShort(payloadAt + 2) & 0xffff;
    }

    /** Returns whether there is a whole TCP header. */
    boolean isTcp() {
        return protocol == TCP && !laterFragment && has(20) && tcpHeaderBytes() >= 20 && has(tcpHeaderBytes());
    }

    int tcpHeaderBytes() {
        return ((bytes.get(payloadAt + 12) & 0xf0) >> 4) * 4;
    }

    int tcpFlags() {
        return bytes.get(payloadAt + 13) & 0xff;
    }

    int sequence() {
        return bytes.getInt(payloadAt + 4);
    }

    int acknowledgement() {
        return bytes.getInt(payloadAt + 8);
    }

    int tcpPayloadBytes() {
        return at + length - payloadAt - tcpHeaderBytes();
    }

    /** Returns the bytes behind the UDP header; of a fragment, of this one. */
    int datagramBytes() {
        return Math.max(0, at + length - payloadAt - (laterFragment ? 0 : 8));
    }

    /** Returns the bytes of IP and TCP headers, options included. */
    int headerBytes() {
        return payloadAt - at + tcpHeaderBytes();
    }

    boolean isIcmp() {
        return protocol == (version == 4 ? ICMP : ICMP6) && !laterFragment && has(ICMP_HEADER);
    }

    int icmpType() {
        return bytes.get(payloadAt) & 0xff;
    }

    /** Returns whether it is an ICMP message about another packet, whose beginning it contains. */
    boolean isIcmpError() {
        if (!isIcmp()) {
            return false;
        }
        int type = icmpType();
        return version == 4 ? type == 3 || type == 4 || type == 5 || type == 11 || type == 12 : type >= 1 && type <= 4;
    }

    /**
     * Reads the packet that an ICMP error is about.
     *
     * @param inner where to read it
     * @return whether enough of it is there
     */
    boolean readInner(IpPacket inner) {
        int from = payloadAt + ICMP_HEADER;
        return inner.read(bytes, from, at + length - from);
    }

    /** Returns the last byte of the destination's address. */
    int destinationLastByte() {
        return bytes.get(at + (version == 4 ? FOUR_ADDRESSES + 7 : SIX_ADDRESSES + 31)) & 0xff;
    }

    /** Returns whether the destination's address begins with these bytes. */
    boolean isTo(byte[] beginning) {
        int destination = at + (version == 4 ? FOUR_ADDRESSES + 4 : SIX_ADDRESSES + 16);
        for (int i = 0; i < beginning.length; i++) {
            if (bytes.get(destination + i) != beginning[i]) {
                return false;
            }
        }
        return true;
    }

    /** Exchanges source and destination. */
    void swapAddresses() {
        if (version == 4) {
            int source = bytes.getInt(at + FOUR_ADDRESSES);
            bytes.putInt(at + FOUR_ADDRESSES, bytes.getInt(at + FOUR_ADDRESSES + 4));
            bytes.putInt(at + FOUR_ADDRESSES + 4, source);
            return;
        }
        for (int i = 0; i < 16; i += 8) {
            long source = bytes.getLong(at + SIX_ADDRESSES + i);
            bytes.putLong(at + SIX_ADDRESSES + i, bytes.getLong(at + SIX_ADDRESSES + 16 + i));
            bytes.putLong(at + SIX_ADDRESSES + 16 + i, source);
        }
    }

    /**
     * Cuts a large TCP packet whose checksum is still to be computed down to its first bytes of payload. What ends the stream or asks
     * for attention was in the part that is gone.
     */
    void truncateTcp(int payloadBytes) {
        int before = length - (payloadAt - at);
        int after = tcpHeaderBytes() + payloadBytes;
        int total = payloadAt - at + after;
        if (version == 4) {
            bytes.putShort(at + 10, (short) replaced(bytes.getShort(at + 10) & 0xffff, length, total));
            bytes.putShort(at + 2, (short) total);
        } else {
            bytes.putShort(at + 4, (short) (total - SIX_HEADER));
        }
        bytes.put(payloadAt + 13, (byte) (tcpFlags() & ~(FIN | PSH)));
        // Until the kernel completes it, this is the sum of the pseudo header, not yet complemented.
        int pseudo = bytes.getShort(payloadAt + 16) & 0xffff;
        bytes.putShort(payloadAt + 16, (short) folded(pseudo + (~before & 0xffff) + after));
        length = total;
    }

    /** A checksum after one of the numbers under it has changed (RFC 1624). */
    private static int replaced(int checksum, int before, int after) {
        return ~folded((~checksum & 0xffff) + (~before & 0xffff) + after) & 0xffff;
    }

    private static int folded(int sum) {
        int once = (sum & 0xffff) + (sum >>> 16);
        return (once & 0xffff) + (once >>> 16);
    }
}
