/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * The addresses of one pipe through a router's container: of 198.19.N.0/25 between client and router, of 198.19.N.128/25 between
 * router and server. Each pipe has addresses of the router's that no pipe before it had, so that neither a late packet nor what the
 * kernel remembers of an address (tcp_metrics, conntrack) comes from one to the next.
 *
 * @param number N, 0 to 255
 * @param turn which pipe through this router it is, 0 to 123
 */
record ContainerEnds(int number, int turn) implements Ends {

    static final int NUMBERS = 256;
    static final int TURNS = 124;

    private static final int HALF = 128;

    String clientNetwork() {
        return "198.19." + number + ".0/25";
    }

    String serverNetwork() {
        return "198.19." + number + "." + HALF + "/25";
    }

    @Override
    public InetAddress client() {
        return address(1);
    }

    @Override
    public InetAddress entry() {
        return address(2 + turn);
    }

    @Override
    public InetAddress server() {
        return address(HALF + 1);
    }

    @Override
    public InetAddress exit() {
        return address(HALF + 2 + turn);
    }

    private InetAddress address(int last) {
        try {
            return Inet4Address.getByAddress(new byte[] {(byte) 198, 19, (byte) number, (byte) last});
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e); // four bytes are an address
        }
    }

    /** Returns whether an address is of these networks. */
    boolean isNear(InetAddress other) {
        byte[] bytes = other.getAddress();
        return bytes.length == 4 && (bytes[0] & 0xff) == 198 && bytes[1] == 19 && (bytes[2] & 0xff) == number;
    }
}
