/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RemediesTests {

    private static final String PREPARE =
            "sudo ip tuntap add dev lfp0 mode tun user alice && sudo ip addr add 198.18.0.1/24 dev"
                    + " lfp0 && sudo ip link set lfp0 txqueuelen 20000 gso_max_segs 1 up";

    private final Remedies remedies = new Remedies("alice");

    @Test
    void missing_module() {
        for (int errno : new int[] {LinuxCalls.ENOENT, LinuxCalls.ENODEV}) {
            assertThat(remedies.noNode(errno))
                    .isEqualTo(
                            "/dev/net/tun is missing here: load the module with [sudo modprobe tun], or start the container with"
                                    + " [--device /dev/net/tun]");
        }
    }

    @Test
    void node_that_may_not_be_opened() {
        assertThat(remedies.noNode(LinuxCalls.EACCES))
                .isEqualTo(
                        "/dev/net/tun may not be opened by user [alice]: allow it with [sudo chmod 0666 /dev/net/tun], which"
                                + " is what most systems have; devices themselves stay protected");
        assertThat(remedies.noNode(24)).isEqualTo("/dev/net/tun cannot be opened: errno 24");
    }

    @Test
    void no_device_for_this_user() {
        assertThat(remedies.noDevice())
                .isEqualTo("user [alice] may not make a TUN device, and none was made for it: make one with [" + PREPARE
                        + "], or run as root or in a namespace of your own [unshare -Urn]");
    }

    @Test
    void device_that_is_not_there() {
        assertThat(remedies.noSuchDevice("lfp0"))
                .isEqualTo("device [lfp0], which longfatpipe.tun.device names, is not there: make it with [" + PREPARE
                        + "]");
    }

    @Test
    void all_devices_in_use() {
        assertThat(remedies.inUse("lfp0"))
                .isEqualTo(
                        "every device that was made for user [alice] is in use by another process [lfp0]: make one more with ["
                                + PREPARE.replace("lfp0", "lfp1").replace("198.18.0.1", "198.18.1.1") + "]");
    }

    @Test
    void no_ip() {
        assertThat(remedies.noIp())
                .isEqualTo(
                        "a TUN device cannot be set up because there is no program ip: install the package iproute2, or have a"
                                + " device made beforehand with [" + PREPARE + "]");
    }

    @Test
    void device_without_address_down_or_of_another_mtu() {
        assertThat(remedies.noAddress("lfp0"))
                .isEqualTo(
                        "device [lfp0] has no IPv4 address: give it one with [sudo ip addr add 198.18.0.1/24 dev lfp0]");
        assertThat(remedies.down("lfp0"))
                .isEqualTo("device [lfp0] is down: take it up with [sudo ip link set lfp0 txqueuelen 20000 up]");
        assertThat(remedies.otherMtu("lfp0", 1500, 9000))
                .isEqualTo(
                        "device [lfp0] has mtu 1500, but the path asks for 9000: change it with [sudo ip link set lfp0 mtu"
                                + " 9000]");
    }

    @Test
    void congestion_control_without_privilege() {
        assertThat(remedies.noCongestionControl("cubic", "lfp0", AddressPlan.ofNetwork(3)))
                .isEqualTo(
                        "congestion control [cubic] cannot be set on device [lfp0] by user [alice]: set it for the whole device"
                                + " with [sudo ip route replace 198.18.3.0/24 dev lfp0 src 198.18.3.1 congctl cubic]");
    }
}
