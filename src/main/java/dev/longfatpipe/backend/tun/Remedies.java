/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

/** Says why there is no device, and what to do about it: one sentence each. */
final class Remedies {

    private static final int FIRST_NETWORK = 18;

    private final String user;

    /** @param user who runs this JVM */
    Remedies(String user) {
        this.user = user;
    }

    static Remedies ofThisUser() {
        return new Remedies(System.getProperty("user.name", "USER"));
    }

    String notLinux() {
        return "backend [tun] needs 64-bit Linux: use backend relay elsewhere";
    }

    /** The device node cannot be opened. */
    String noNode(int errno) {
        return switch (errno) {
            case LinuxCalls.ENOENT, LinuxCalls.ENODEV, LinuxCalls.ENXIO ->
                "/dev/net/tun is missing here: load the module with [sudo modprobe tun], or start the container with [--device"
                        + " /dev/net/tun]";
            case LinuxCalls.EACCES, LinuxCalls.EPERM ->
                "/dev/net/tun may not be opened by user [" + user
                        + "]: allow it with [sudo chmod 0666 /dev/net/tun], which is"
                        + " what most systems have; devices themselves stay protected";
            default -> "/dev/net/tun cannot be opened: errno " + errno;
        };
    }

    /** There is no device for this user, and none may be made. */
    String noDevice() {
        return "user [" + user + "] may not make a TUN device, and none was made for it: make one with ["
                + preparing("lfp0", 0) + "], or run as root or in a namespace of your own [unshare -Urn]";
    }

    /** A device was asked for by name, and is not there. */
    String noSuchDevice(String name) {
        return "device [" + name + "], which longfatpipe.tun.device names, is not there: make it with ["
                + preparing(name, 0) + "]";
    }

    String inUse(String names) {
        return "every device that was made for user [" + user + "] is in use by another process [" + names
                + "]: make one more with [" + preparing("lfp1", 1) + "]";
    }

    String noIp() {
        return "a TUN device cannot be set up because there is no program ip: install the package iproute2, or have a device made"
                + " beforehand with [" + preparing("lfp0", 0) + "]";
    }

    String noAddress(String name) {
        return "device [" + name + "] has no IPv4 address: give it one with [sudo ip addr add " + ownAddress(0)
                + " dev " + name + "]";
    }

    String down(String name) {
        return "device [" + name + "] is down: take it up with [sudo ip link set " + name + " txqueuelen "
                + Devices.QUEUE_PACKETS + " up]";
    }

    String otherMtu(String name, int has, int asked) {
        return "device [" + name + "] has mtu " + has + ", but the path asks for " + asked
                + ": change it with [sudo ip link set " + name + " mtu " + asked + "]";
    }

    String noCongestionControl(String control, String name, AddressPlan plan) {
        String four = plan.four().getHostAddress();
        return "congestion control [" + control + "] cannot be set on device [" + name + "] by user [" + user
                + "]: set it for the whole device with [sudo ip route replace " + plan.network() + " dev " + name
                + " src " + four
                + " congctl " + control + "]";
    }

    /** The commands that make a device once, for a user without privileges. */
    private String preparing(String name, int network) {
        return "sudo ip tuntap add dev " + name + " mode tun user " + user + " && sudo ip addr add "
                + ownAddress(network)
                + " dev " + name + " && sudo ip link set " + name + " txqueuelen " + Devices.QUEUE_PACKETS
                + " gso_max_segs 1 up";
    }

    private static String ownAddress(int network) {
        return "198." + FIRST_NETWORK + "." + network + ".1/" + AddressPlan.PREFIX;
    }
}
