/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/**
 * The names and addresses of one pipe: eight addresses of 198.19.0.0/16, the upper half of the range for benchmarks (RFC 2544),
 * which collides with nobody. The first four are the network between client and router, the others the one between router and
 * server. Who holds the devices of these names holds the slot.
 *
 * @param number 0 to 8191
 */
record Slot(int number) implements Ends {

    static final int COUNT = 8192;

    /** Where all addresses are. */
    static final String NETWORK = "198.19.0.0/16";

    /** How the names of all devices begin. */
    static final String DEVICES = "lfn";

    private static final String HEX = "0123456789abcdef";

    @Override
    public InetAddress client() {
        return address(1);
    }

    @Override
    public InetAddress entry() {
        return address(2);
    }

    @Override
    public InetAddress server() {
        return address(5);
    }

    @Override
    public InetAddress exit() {
        return address(6);
    }

    /** Returns whether an address is one of the 256 around it: whoever has it may have given out the others too. */
    boolean isNear(InetAddress other) {
        byte[] own = client().getAddress();
        byte[] bytes = other.getAddress();
        return bytes.length == own.length && Arrays.equals(own, 0, 3, bytes, 0, 3);
    }

    String clientNetwork() {
        return address(0).getHostAddress() + "/30";
    }

    String serverNetwork() {
        return address(4).getHostAddress() + "/30";
    }

    private InetAddress address(int offset) {
        int low = number * 8 + offset;
        try {
            return Inet4Address.getByAddress(new byte[] {(byte) 198, 19, (byte) (low >> 8), (byte) low});
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e); // four bytes are an address
        }
    }

    /** The host's device towards clients; at most 15 characters. */
    String clientDevice() {
        return DEVICES + hex() + "c";
    }

    /** The host's device towards servers. */
    String serverDevice() {
        return DEVICES + hex() + "s";
    }

    private String hex() {
        StringBuilder hex = new StringBuilder();
        for (int shift = 12; shift >= 0; shift -= 4) {
            hex.append(HEX.charAt(number >> shift & 0xf));
        }
        return hex.toString();
    }

    /** A locally administered address for one of the four ends of the two cables, 1 to 4. */
    String mac(int end) {
        String hex = hex();
        return "02:6c:66:" + hex.substring(0, 2) + ":" + hex.substring(2) + ":0" + end;
    }
}
