/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The addresses of one device: its own, H, and a virtual one for each pipe, V, all in one network. Two addresses belong to the
 * same pipe when their last bytes are the same number.
 *
 * @param four H in IPv4
 * @param fourPrefix how many bits of it are the network's
 * @param six H in IPv6; null for a device without
 */
record AddressPlan(
        InetAddress four, int fourPrefix, @Nullable InetAddress six) {

    /**
     * How many networks of 256 addresses are used of 198.18.0.0/15, the range for benchmarks (RFC 2544): those of its lower half, for
     * the upper one is left to routers of the netem backend.
     */
    static final int NETWORKS = 256;

    static final String RANGE = "198.18.0.0/15";
    static final int PREFIX = 24;
    static final int SIX_PREFIX = 64;

    private static final int LAST_BYTES = 256;

    /** The network of a number, with H as its first address. */
    static AddressPlan ofNetwork(int number) {
        byte[] four = {(byte) 198, (byte) (18 + number / LAST_BYTES), (byte) number, 1};
        // The range for benchmarks of IPv6, 2001:2::/48 (RFC 5180).
        byte[] six = {0x20, 0x01, 0, 2, 0, 0, (byte) (number / LAST_BYTES), (byte) number, 0, 0, 0, 0, 0, 0, 0, 1};
        return new AddressPlan(address(four), PREFIX, address(six));
    }

    /** Reads the plan of a device that is set up already; null for one without an IPv4 address. */
    static @Nullable AddressPlan of(NetworkInterface device) {
        @Nullable InterfaceAddress four = null;
        @Nullable InetAddress six = null;
        for (InterfaceAddress each : device.getInterfaceAddresses()) {
            InetAddress address = each.getAddress();
            if (address instanceof Inet4Address && four == null) {
                four = each;
            } else if (address instanceof Inet6Address && !address.isLinkLocalAddress() && six == null) {
                six = address(address.getAddress()); // without the scope
            }
        }
        return four == null ? null : new AddressPlan(four.getAddress(), four.getNetworkPrefixLength(), six);
    }

    /** Returns H in IPv4 with its prefix, as ip writes it. */
    String ownAddress() {
        return four.getHostAddress() + "/" + fourPrefix;
    }

    /** Returns H in IPv6 with its prefix, as ip writes it. */
    String ownSixAddress() {
        return six == null ? "" : six.getHostAddress() + "/" + SIX_PREFIX;
    }

    /** Returns the network of H in IPv4, as ip writes it. */
    String network() {
        int own = ByteBuffer.wrap(four.getAddress()).getInt();
        int mask = fourPrefix == 0 ? 0 : -1 << (32 - fourPrefix);
        return address(ByteBuffer.allocate(4).putInt(own & mask).array()).getHostAddress() + "/" + fourPrefix;
    }

    /** Returns whether an address is of the first 24 bits of H. */
    boolean isInNetwork(InetAddress other) {
        return other instanceof Inet4Address
                && Arrays.equals(
                        Arrays.copyOf(other.getAddress(), PREFIX / 8), Arrays.copyOf(four.getAddress(), PREFIX / 8));
    }

    AddressPlan withoutSix() {
        return new AddressPlan(four, fourPrefix, null);
    }

    /** Returns whether a last byte names an address of the network that is neither H, nor the network's nor its broadcast's. */
    boolean isVirtual(int lastByte) {
        int own = four.getAddress()[3] & 0xff;
        int size = fourPrefix >= PREFIX ? 1 << (32 - fourPrefix) : LAST_BYTES;
        int first = own & -size;
        return lastByte > first && lastByte < first + size - 1 && lastByte != own;
    }

    InetAddress virtualFour(int lastByte) {
        return withLastByte(four, lastByte);
    }

    /** Returns V in IPv6; null for a device without. */
    @Nullable
    InetAddress virtualSix(int lastByte) {
        return six == null ? null : withLastByte(six, lastByte);
    }

    /** Returns V in the version of an address of this device. */
    InetAddress virtualLike(InetAddress own, int lastByte) {
        return withLastByte(own, lastByte);
    }

    private static InetAddress withLastByte(InetAddress like, int lastByte) {
        byte[] bytes = like.getAddress();
        bytes[bytes.length - 1] = (byte) lastByte;
        return address(bytes);
    }

    private static InetAddress address(byte[] bytes) {
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }
}
