/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/**
 * Rewrites the addresses in a router's container, by whichever of the kernel's ways works there. What comes from clients goes to the
 * host, to the same port; servers elsewhere have rules of their own before that. What leaves has the address of the device that it
 * leaves by, and is forgotten when that address goes.
 */
enum ContainerNat {
    /** nftables. */
    NFT {
        @Override
        List<List<String>> begin(String host) {
            return List.of(List.of(
                    "nft",
                    "table ip longfatpipe; delete table ip longfatpipe; table ip longfatpipe {"
                            + " chain before { type nat hook prerouting priority -100; iifname \""
                            + RouterContainer.FROM_CLIENT + "\" dnat to " + host + "; };"
                            + " chain after { type nat hook postrouting priority 100; masquerade; }; }"));
        }

        @Override
        List<String> lead(String protocol, int port, InetSocketAddress to) {
            return List.of(
                    "nft",
                    "insert rule ip longfatpipe before iifname \"" + RouterContainer.FROM_CLIENT + "\" " + protocol
                            + " dport " + port + " dnat to " + to.getAddress().getHostAddress() + ":" + to.getPort());
        }
    },
    /** The older tables, by the program that speaks to them directly. */
    IPTABLES_LEGACY {
        @Override
        List<List<String>> begin(String host) {
            return iptables("iptables-legacy", host);
        }

        @Override
        List<String> lead(String protocol, int port, InetSocketAddress to) {
            return iptables("iptables-legacy", protocol, port, to);
        }
    },
    /** The program of that name, whatever is behind it. */
    IPTABLES {
        @Override
        List<List<String>> begin(String host) {
            return iptables("iptables", host);
        }

        @Override
        List<String> lead(String protocol, int port, InetSocketAddress to) {
            return iptables("iptables", protocol, port, to);
        }
    };

    /** The commands that lead to an address of the host whatever comes from clients, and forget all that led elsewhere. */
    abstract List<List<String>> begin(String host);

    /** The command that leads what comes for one port to a server. */
    abstract List<String> lead(String protocol, int port, InetSocketAddress to);

    private static List<List<String>> iptables(String program, String host) {
        return List.of(
                List.of(program, "-w", "5", "-t", "nat", "-F", "PREROUTING"),
                List.of(program, "-w", "5", "-t", "nat", "-F", "POSTROUTING"),
                List.of(
                        program,
                        "-w",
                        "5",
                        "-t",
                        "nat",
                        "-A",
                        "PREROUTING",
                        "-i",
                        RouterContainer.FROM_CLIENT,
                        "-j",
                        "DNAT",
                        "--to-destination",
                        host),
                List.of(program, "-w", "5", "-t", "nat", "-A", "POSTROUTING", "-j", "MASQUERADE"));
    }

    private static List<String> iptables(String program, String protocol, int port, InetSocketAddress to) {
        return List.of(
                program,
                "-w",
                "5",
                "-t",
                "nat",
                "-I",
                "PREROUTING",
                "1",
                "-i",
                RouterContainer.FROM_CLIENT,
                "-p",
                protocol,
                "--dport",
                Integer.toString(port),
                "-j",
                "DNAT",
                "--to-destination",
                to.getAddress().getHostAddress() + ":" + to.getPort());
    }

    /**
     * Begins in the first way that works.
     *
     * @param inside runs programs in the container
     * @throws IOException when none does; the message has what each of them said
     */
    static ContainerNat beginAny(Commands inside, String host) throws IOException {
        List<String> reasons = new ArrayList<>();
        for (ContainerNat each : values()) {
            try {
                each.run(inside, each.begin(host));
                return each;
            } catch (IOException e) {
                reasons.add(e.getMessage());
            }
        }
        throw new IOException("addresses cannot be rewritten in a container: " + String.join("; ", reasons));
    }

    void run(Commands inside, List<List<String>> commands) throws IOException {
        for (List<String> each : commands) {
            inside.require("", each.toArray(String[]::new));
        }
    }
}
