/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites the addresses in a router, by whichever of the kernel's ways works there. What comes from clients goes to the host, to the
 * same port; servers elsewhere on the host have rules of their own before that.
 */
enum Nat {
    /** nftables. */
    NFT("nft", "-f", "-") {
        @Override
        String rules(Slot slot) {
            return "table ip longfatpipe {\n"
                    + " chain before { type nat hook prerouting priority -100; iifname \"" + Router.TO_CLIENT
                    + "\" dnat to "
                    + slot.server().getHostAddress() + "; }\n"
                    + " chain after { type nat hook postrouting priority 100; oifname \"" + Router.NEAR_MIDDLE
                    + "\" snat to " + slot.exit().getHostAddress() + "; }\n"
                    + "}\n";
        }

        @Override
        String rule(String protocol, InetSocketAddress from, InetSocketAddress to) {
            return "insert rule ip longfatpipe before iifname \"" + Router.TO_CLIENT + "\" " + protocol + " dport "
                    + from.getPort() + " dnat to " + to.getAddress().getHostAddress() + ":" + to.getPort() + "\n";
        }

        @Override
        String all(String rules) {
            return rules;
        }

        @Override
        String counting() {
            return """
                    table ip longfatpipe {
                     chain raw { type filter hook prerouting priority -300; ip protocol tcp notrack; }
                     chain counted { type filter hook forward priority 0; ct state new counter; }
                    }
                    """;
        }
    },
    /** The older tables, by the program that speaks to them directly. */
    IPTABLES_LEGACY("iptables-legacy-restore", "-w", "5", "--noflush"),
    /** The program of that name, whatever is behind it. */
    IPTABLES("iptables-restore", "-w", "5", "--noflush");

    private static final List<String> PROTOCOLS = List.of("tcp", "udp");

    /** What worked the last time is tried first. */
    private static volatile @Nullable Nat worked;

    private final String command;

    Nat(String... command) {
        this.command = String.join(" ", command);
    }

    String rules(Slot slot) {
        return "-A PREROUTING -i " + Router.TO_CLIENT + " -j DNAT --to-destination "
                + slot.server().getHostAddress() + "\n-A POSTROUTING -o " + Router.NEAR_MIDDLE + " -j SNAT --to-source "
                + slot.exit().getHostAddress() + "\n";
    }

    String rule(String protocol, InetSocketAddress from, InetSocketAddress to) {
        return "-I PREROUTING 1 -i " + Router.TO_CLIENT + " -p " + protocol + " --dport " + from.getPort()
                + " -j DNAT --to-destination " + to.getAddress().getHostAddress() + ":" + to.getPort() + "\n";
    }

    String all(String rules) {
        return "*nat\n" + rules + "COMMIT\n";
    }

    /** The rules that let conntrack see what crosses a namespace, but for TCP, of which the sockets tell. */
    String counting() {
        return """
                *filter
                -A FORWARD -m conntrack --ctstate NEW
                COMMIT
                *raw
                -A PREROUTING -p tcp -j CT --notrack
                COMMIT
                """;
    }

    /**
     * Lets conntrack count what crosses a namespace in which nothing is rewritten.
     *
     * @throws IOException when this way does not work here
     */
    void count(Commands commands, String namespace) throws IOException {
        commands.require(counting(), inside(namespace, command.split(" ", -1)));
    }

    /**
     * Leads to the host whatever comes from clients.
     *
     * @throws IOException when this way does not work here
     */
    private void begin(Commands commands, String namespace, Slot slot) throws IOException {
        commands.require(all(rules(slot)), inside(namespace, command.split(" ", -1)));
    }

    /** Leads what comes for one port to a server. */
    void lead(Commands commands, String namespace, InetSocketAddress from, InetSocketAddress to) throws IOException {
        StringBuilder rules = new StringBuilder();
        for (String protocol : PROTOCOLS) {
            rules.append(rule(protocol, from, to));
        }
        commands.require(all(rules.toString()), inside(namespace, command.split(" ", -1)));
    }

    /** Returns a command that runs in a namespace. */
    static String[] inside(String namespace, String... command) {
        List<String> whole = new ArrayList<>(List.of("ip", "netns", "exec", namespace));
        whole.addAll(List.of(command));
        return whole.toArray(String[]::new);
    }

    /**
     * Begins in the first way that works.
     *
     * @throws IOException when none does; the message has what each of them said
     */
    static Nat beginAny(Commands commands, String namespace, Slot slot) throws IOException {
        List<Nat> order = new ArrayList<>(List.of(values()));
        Nat before = worked;
        if (before != null) {
            order.remove(before);
            order.add(0, before);
        }
        StringBuilder reasons = new StringBuilder();
        for (Nat each : order) {
            try {
                each.begin(commands, namespace, slot);
                worked = each;
                return each;
            } catch (IOException e) {
                reasons.append(reasons.isEmpty() ? "" : "; ").append(e.getMessage());
            }
        }
        throw new IOException("addresses cannot be rewritten in a network namespace: " + reasons);
    }
}
