/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

/**
 * The IP packets that carry a datagram: one, or as many fragments as the MTU of the path asks for (RFC 791 section 3.2,
 * RFC 8200 section 4.5). Each pays for its own headers.
 *
 * @param mtu largest IP packet of the path, in bytes
 * @param six whether the packets are those of IPv6
 */
record Fragments(int mtu, boolean six) {

    /** The largest payload of a datagram over IPv4: 65,535 less the headers of IP and UDP. */
    static final int LARGEST_PAYLOAD_BYTES = 65_507;

    private static final int ETHERNET_HEADER_BYTES = 14;
    private static final int UDP_HEADER_BYTES = 8;
    private static final int IPV4_HEADER_BYTES = 20;
    private static final int IPV6_HEADER_BYTES = 40;
    private static final int IPV6_FRAGMENT_HEADER_BYTES = 8;
    /** Where a fragment belongs is told in units of eight bytes. */
    private static final int UNIT_BYTES = 8;

    /** Returns how many packets carry a payload. */
    int count(int payloadBytes) {
        int transport = payloadBytes + UDP_HEADER_BYTES;
        return isWhole(transport) ? 1 : (transport + perFragment() - 1) / perFragment();
    }

    /** Returns the length of one of the packets, IP header included; the first is number 0. */
    int ipBytes(int payloadBytes, int number) {
        int transport = payloadBytes + UDP_HEADER_BYTES;
        if (isWhole(transport)) {
            return transport + ipHeader();
        }
        int carried = Math.min(perFragment(), transport - number * perFragment());
        return carried + ipHeader() + (six ? IPV6_FRAGMENT_HEADER_BYTES : 0);
    }

    /** Returns what a packet takes of the line. */
    static int wireBytes(int ipBytes) {
        return ipBytes + ETHERNET_HEADER_BYTES;
    }

    private boolean isWhole(int transport) {
        return transport + ipHeader() <= mtu;
    }

    private int ipHeader() {
        return six ? IPV6_HEADER_BYTES : IPV4_HEADER_BYTES;
    }

    private int perFragment() {
        return (mtu - ipHeader() - (six ? IPV6_FRAGMENT_HEADER_BYTES : 0)) / UNIT_BYTES * UNIT_BYTES;
    }
}
