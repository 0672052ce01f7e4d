/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Networks as Docker writes them: {@code 172.18.0.0/16}. */
final class Subnet {

    private Subnet() {}

    /** Returns whether an address is of a network; not when either is not written as one. */
    static boolean contains(String subnet, String address) {
        int slash = subnet.indexOf('/');
        if (slash < 0) {
            return false;
        }
        try {
            byte[] network = InetAddress.getByName(subnet.substring(0, slash)).getAddress();
            byte[] bytes = InetAddress.getByName(address).getAddress();
            int bits = Integer.parseInt(subnet.substring(slash + 1));
            if (network.length != bytes.length || bits < 0 || bits > 8 * bytes.length) {
                return false;
            }
            for (int bit = 0; bit < bits; bit++) {
                int mask = 0x80 >> bit % 8;
                if ((network[bit / 8] & mask) != (bytes[bit / 8] & mask)) {
                    return false;
                }
            }
            return true;
        } catch (UnknownHostException | NumberFormatException e) {
            return false;
        }
    }
}
