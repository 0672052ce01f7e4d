/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import dev.longfatpipe.spi.Availability;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Finds out by trying whether a router can be made here: a namespace, a cable, netem, addresses that are rewritten. What it makes it
 * takes away again.
 */
final class NetemProbe {

    private static final String OTHERS = "use backend tun (kernel TCP) or relay (needs nothing)";

    private final Commands commands;
    private final String system;
    private final String release;
    private final String distribution;

    /**
     * @param system name of the operating system
     * @param release release of the kernel, as {@code uname -r} says
     * @param distribution what {@code /etc/os-release} says of ID and ID_LIKE
     */
    NetemProbe(Commands commands, String system, String release, String distribution) {
        this.commands = commands;
        this.system = system;
        this.release = release;
        this.distribution = distribution;
    }

    static NetemProbe ofThisHost() {
        return new NetemProbe(
                new Processes(),
                System.getProperty("os.name", ""),
                System.getProperty("os.version", ""),
                distribution());
    }

    private static String distribution() {
        try {
            return Files.readAllLines(Path.of("/etc/os-release"), StandardCharsets.UTF_8).stream()
                    .filter(line -> line.startsWith("ID=") || line.startsWith("ID_LIKE="))
                    .reduce("", (all, line) -> all + " " + line);
        } catch (IOException e) {
            return "";
        }
    }

    Availability run() {
        if (!system.equals("Linux")) {
            return Availability.unavailable("netem is a part of Linux, and this is " + system + ": use backend relay");
        }
        try {
            for (String program : List.of("ip", "tc")) {
                commands.run("", List.of(program, "-V"));
            }
        } catch (IOException e) {
            return Availability.unavailable("the programs ip and tc cannot be run (" + e.getMessage()
                    + "): install iproute2, or use backend relay");
        }
        try {
            return inNamespace(Owner.self().namespace(Slot.COUNT));
        } catch (IOException e) {
            return Availability.unavailable("netem cannot be tried out (" + e.getMessage() + "): use backend relay");
        }
    }

    private Availability inNamespace(String namespace) throws IOException {
        Commands.Answer added = commands.run("", List.of("ip", "netns", "add", namespace));
        if (!added.isGood()) {
            return Availability.unavailable("a network namespace cannot be made (" + added.firstLine()
                    + "): that needs root (CAP_SYS_ADMIN and CAP_NET_ADMIN), so run the tests with sudo, in a container with"
                    + " --privileged, or " + OTHERS);
        }
        try {
            return inside(namespace);
        } finally {
            commands.run("", List.of("ip", "netns", "delete", namespace));
        }
    }

    private Availability inside(String namespace) throws IOException {
        Commands.Answer cable = commands.run(
                "", List.of("ip", "-n", namespace, "link", "add", "a0", "type", "veth", "peer", "name", "a1"));
        if (!cable.isGood()) {
            return Availability.unavailable("a pair of virtual devices cannot be made (" + cable.firstLine()
                    + "): load the module veth (modprobe veth), or use backend relay");
        }
        for (String kind : List.of("netem", "hfsc")) {
            Commands.Answer added =
                    commands.run("", List.of("tc", "-n", namespace, "qdisc", "replace", "dev", "a0", "root", kind));
            if (!added.isGood()) {
                return Availability.unavailable(without(kind, added.firstLine()));
            }
        }
        Commands.Answer setting =
                commands.run("", List.of(Nat.inside(namespace, "sysctl", "-n", "net.ipv4.ip_forward")));
        if (!setting.isGood()) {
            return Availability.unavailable(
                    "the program sysctl cannot be run (" + setting.firstLine() + "): install procps, or " + OTHERS);
        }
        try {
            Nat.beginAny(commands, namespace, new Slot(0));
        } catch (IOException e) {
            return Availability.unavailable(
                    e.getMessage() + ": install nftables or iptables with a kernel that has one of them, or " + OTHERS);
        }
        return Availability.available();
    }

    /** Says that the kernel lacks a queueing discipline or the like, and how to get it. */
    String without(String kind, String words) {
        return "kernel " + release + " has no " + kind + " (" + words + "): " + modules(kind) + ", or " + OTHERS;
    }

    /** Which package has the module. */
    private String modules(String kind) {
        String lower = distribution.toLowerCase(Locale.ROOT);
        if (release.toLowerCase(Locale.ROOT).contains("microsoft") || lower.isEmpty()) {
            return "its module is sch_" + kind + " (modprobe sch_" + kind + ")";
        }
        if (lower.contains("ubuntu")) {
            return "install linux-modules-extra-" + release + " and load it (modprobe sch_" + kind + ")";
        }
        if (lower.contains("fedora") || lower.contains("rhel") || lower.contains("centos")) {
            return "install kernel-modules-extra and load it (modprobe sch_" + kind + ")";
        }
        if (lower.contains("debian")) {
            return "load it (modprobe sch_" + kind + "); Debian's cloud kernels lack it, linux-image-amd64 has it";
        }
        return "its module is sch_" + kind + ", in the package of extra modules of this kernel";
    }
}
