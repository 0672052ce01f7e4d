/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class NetemProbeTests {

    private static String reason(FakeCommands commands, String system, String release, String distribution) {
        return new NetemProbe(commands, system, release, distribution)
                .run()
                .reason()
                .orElse("available");
    }

    private static String reason(FakeCommands commands) {
        return reason(commands, "Linux", "6.8.0-45-generic", "ID=ubuntu ID_LIKE=debian");
    }

    @Test
    void all_that_is_needed_is_tried_and_taken_away_again() {
        FakeCommands commands = new FakeCommands();
        assertThat(reason(commands)).isEqualTo("available");
        assertThat(commands.ran().get(2))
                .startsWith(
                        "ip netns add longfatpipe-" + ProcessHandle.current().pid());
        assertThat(commands.ran().get(commands.ran().size() - 1)).startsWith("ip netns delete longfatpipe-");
    }

    @Test
    void other_systems_have_no_netem() {
        assertThat(reason(new FakeCommands(), "Mac OS X", "14.5", ""))
                .isEqualTo("netem is a part of Linux, and this is Mac OS X: use backend relay");
    }

    @Test
    void without_iproute2_it_is_to_be_installed() {
        assertThat(reason(new FakeCommands().without("tc")))
                .isEqualTo(
                        "the programs ip and tc cannot be run (Cannot run program \"tc\": No such file or directory):"
                                + " install iproute2, or use backend relay");
    }

    @Test
    void without_permission_root_is_needed() {
        assertThat(reason(new FakeCommands()
                        .refusing("netns add", "mkdir /var/run/netns failed: Permission denied\nmore")))
                .isEqualTo(
                        "a network namespace cannot be made (mkdir /var/run/netns failed: Permission denied): that needs root"
                                + " (CAP_SYS_ADMIN and CAP_NET_ADMIN), so run the tests with sudo, in a container with --privileged, or"
                                + " use backend tun (kernel TCP) or relay (needs nothing)");
    }

    @Test
    void without_veth_the_module_is_to_be_loaded() {
        assertThat(reason(new FakeCommands().refusing("type veth", "Error: Unknown device type.")))
                .isEqualTo(
                        "a pair of virtual devices cannot be made (Error: Unknown device type.): load the module veth (modprobe"
                                + " veth), or use backend relay");
    }

    @Test
    void without_sysctl_procps_is_to_be_installed() {
        assertThat(reason(
                        new FakeCommands().refusing("sysctl", "exec of \"sysctl\" failed: No such file or directory")))
                .isEqualTo(
                        "the program sysctl cannot be run (exec of \"sysctl\" failed: No such file or directory): install"
                                + " procps, or use backend tun (kernel TCP) or relay (needs nothing)");
    }

    private static String withoutNetem(String release, String distribution) {
        return reason(
                new FakeCommands().refusing("root netem", "Error: Specified qdisc kind is unknown."),
                "Linux",
                release,
                distribution);
    }

    private static final String OTHERS = ", or use backend tun (kernel TCP) or relay (needs nothing)";

    @Test
    void without_netem_the_package_is_named_that_has_it() {
        assertThat(withoutNetem("6.8.0-45-generic", "ID=ubuntu ID_LIKE=debian"))
                .isEqualTo("kernel 6.8.0-45-generic has no netem (Error: Specified qdisc kind is unknown.): install"
                        + " linux-modules-extra-6.8.0-45-generic and load it (modprobe sch_netem)" + OTHERS);
        assertThat(withoutNetem("6.9.7-200.fc40.x86_64", "ID=fedora"))
                .isEqualTo(
                        "kernel 6.9.7-200.fc40.x86_64 has no netem (Error: Specified qdisc kind is unknown.): install"
                                + " kernel-modules-extra and load it (modprobe sch_netem)" + OTHERS);
        assertThat(withoutNetem("6.1.0-18-cloud-amd64", "ID=debian"))
                .isEqualTo(
                        "kernel 6.1.0-18-cloud-amd64 has no netem (Error: Specified qdisc kind is unknown.): load it (modprobe"
                                + " sch_netem); Debian's cloud kernels lack it, linux-image-amd64 has it" + OTHERS);
        assertThat(withoutNetem("6.18.5", "ID=arch"))
                .isEqualTo(
                        "kernel 6.18.5 has no netem (Error: Specified qdisc kind is unknown.): its module is sch_netem, in the"
                                + " package of extra modules of this kernel" + OTHERS);
        assertThat(withoutNetem("5.15.153.1-microsoft-standard-WSL2", "ID=ubuntu"))
                .isEqualTo(
                        "kernel 5.15.153.1-microsoft-standard-WSL2 has no netem (Error: Specified qdisc kind is unknown.): its"
                                + " module is sch_netem (modprobe sch_netem)" + OTHERS);
    }

    @Test
    void without_hfsc_the_same_is_said_of_it() {
        assertThat(reason(new FakeCommands().refusing("root hfsc", "Error: Specified qdisc kind is unknown.")))
                .isEqualTo("kernel 6.8.0-45-generic has no hfsc (Error: Specified qdisc kind is unknown.): install"
                        + " linux-modules-extra-6.8.0-45-generic and load it (modprobe sch_hfsc)" + OTHERS);
    }

    @Test
    void without_any_way_to_rewrite_addresses_all_are_named() {
        assertThat(reason(new FakeCommands()
                        .refusing(" nft ", "Operation not supported")
                        .refusing(" iptables-legacy-restore ", "iptables-legacy-restore: not found")
                        .refusing(" iptables-restore ", "can't initialize iptables table")))
                .contains("[ip netns exec longfatpipe-")
                .contains(" nft -f -] failed: Operation not supported; [ip netns exec ")
                .contains(" iptables-legacy-restore -w 5 --noflush] failed: iptables-legacy-restore: not found; [")
                .endsWith(
                        " iptables-restore -w 5 --noflush] failed: can't initialize iptables table: install nftables or"
                                + " iptables with a kernel that has one of them" + OTHERS);
    }

    @Test
    void of_this_machine_what_is_missing_is_told_with_a_remedy_and_nothing_is_left() throws IOException {
        assumeThat(System.getProperty("os.name")).isEqualTo("Linux");
        NetemProbe.ofThisHost()
                .run()
                .reason()
                .ifPresent(reason -> assertThat(reason)
                        .containsAnyOf(
                                " has no netem (",
                                " has no hfsc (",
                                "cannot be made (",
                                "cannot be run (",
                                "cannot be rewritten")
                        .contains("use backend "));
        String left = "longfatpipe-" + ProcessHandle.current().pid() + "-";
        try {
            assertThat(new Processes().run("", List.of("ip", "netns", "list")).text())
                    .doesNotContain(left);
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("ip"); // there is none: nothing can have been made
        }
    }
}
