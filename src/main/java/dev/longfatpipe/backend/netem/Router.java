/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import dev.longfatpipe.path.Direction;
import dev.longfatpipe.spi.PipeRequest;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.util.ArrayList;
import java.util.List;

/**
 * Three network namespaces in a row between the two ends of a pipe, joined by cables (veth): packets cross them by the kernel's own
 * forwarding, and addresses are rewritten in the near one, so that the TCP of both ends is the kernel's from end to end although both are
 * on one host.
 *
 * <p>There are three because a packet has to pass two queueing disciplines in each direction, one after the other, and not be put
 * together from its fragments in between, as rewriting does: upstream the bottleneck is on the way out of the near one and the way on
 * that out of the middle one, downstream the bottleneck on the way out of the far one and the way on that out of the middle one.
 *
 * <p>Everything hangs on the namespaces: with them go the cables, and with those the addresses and routes of the host.
 */
final class Router implements AutoCloseable {

    /** The cable from the clients to the near namespace, as the latter calls it. */
    static final String TO_CLIENT = "eth0";
    /** The cable between the near namespace and the middle one. */
    static final String NEAR_MIDDLE = "eth1";
    /** The cable between the middle namespace and the far one. */
    static final String MIDDLE_FAR = "eth2";
    /** The cable from the far namespace to the servers, as the former calls it. */
    static final String TO_SERVER = "eth3";

    /** Where iproute2 keeps the names of namespaces (ip-netns(8)). */
    static final String NAMESPACES = "/var/run/netns";

    /** Addresses that are nobody's (RFC 3927), for the cables between the namespaces. */
    private static final String NEAR = "169.254.77.1";

    private static final String MIDDLE_TO_NEAR = "169.254.77.2";
    private static final String MIDDLE_TO_FAR = "169.254.77.5";
    private static final String FAR = "169.254.77.6";

    /** A connection that is half closed, or one of datagrams, may be idle for as long as a test lasts. */
    private static final String LONGEST_IDLE_SECONDS = "86400";

    private static final List<String> IDLE_STATES = List.of(
            "tcp_timeout_fin_wait",
            "tcp_timeout_close_wait",
            "tcp_timeout_last_ack",
            "tcp_timeout_unacknowledged",
            "tcp_timeout_max_retrans",
            "udp_timeout",
            "udp_timeout_stream");

    private final Commands commands;
    private final Slot slot;
    private final String namespace;
    private final Nat nat;

    private Router(Commands commands, Slot slot, String namespace, Nat nat) {
        this.commands = commands;
        this.slot = slot;
        this.namespace = namespace;
        this.nat = nat;
    }

    /**
     * Makes a router in a slot that nobody holds.
     *
     * @throws IOException when the machine refuses it
     */
    static Router make(Commands commands, PipeRequest request) throws IOException {
        Owner owner = Owner.self();
        List<InetAddress> others = addressesOfOthers();
        IOException taken = new IOException("no address is free");
        for (int attempt = 0; attempt < Slot.COUNT; attempt++) {
            Slot slot = new Slot((int) Math.floorMod(owner.pid() * 31 + owner.started() + attempt, (long) Slot.COUNT));
            if (others.stream().anyMatch(slot::isNear)) {
                continue;
            }
            String namespace = owner.namespace(slot.number());
            Commands.Answer added = commands.run("", List.of("ip", "netns", "add", namespace));
            if (added.text().contains("File exists")) {
                continue;
            }
            if (!added.isGood()) {
                throw new IOException("[ip netns add " + namespace + "] failed: " + added.text());
            }
            try {
                return new Router(commands, slot, namespace, furnish(commands, slot, namespace, request));
            } catch (SlotTakenException e) {
                delete(commands, namespace);
                taken = e;
            } catch (IOException | RuntimeException | Error e) {
                delete(commands, namespace);
                throw e;
            }
        }
        throw taken;
    }

    /** What this host's other devices have, among them those of backend tun. */
    private static List<InetAddress> addressesOfOthers() throws IOException {
        return NetworkInterface.networkInterfaces()
                .filter(device -> !device.getName().startsWith(Slot.DEVICES))
                .flatMap(NetworkInterface::inetAddresses)
                .toList();
    }

    /** Somebody else has devices of these names. */
    private static final class SlotTakenException extends IOException {
        private static final long serialVersionUID = 1;

        SlotTakenException(String message) {
            super(message);
        }
    }

    private static Nat furnish(Commands commands, Slot slot, String near, PipeRequest request) throws IOException {
        String middle = middle(near);
        String far = far(near);
        int mtu = request.path().mtu();
        commands.require("", "ip", "netns", "add", middle);
        commands.require("", "ip", "netns", "add", far);
        String cables = cable(slot.clientDevice(), TO_CLIENT, slot, 1, mtu, near)
                + cable(slot.serverDevice(), TO_SERVER, slot, 3, mtu, far);
        Commands.Answer made = commands.run(cables + host(slot, request), List.of("ip", "-batch", "-"));
        if (made.text().contains("File exists")) {
            throw new SlotTakenException("devices " + slot.clientDevice() + " and " + slot.serverDevice()
                    + " cannot be made: " + made.text());
        }
        if (!made.isGood()) {
            throw new IOException(
                    "the host's ends of the pipe cannot be made" + whatToDo(made.text()) + ": " + made.text());
        }
        commands.require(
                cable(NEAR_MIDDLE, NEAR_MIDDLE, slot, 5, mtu, middle) + near(slot), "ip", "-n", near, "-batch", "-");
        commands.require(
                cable(MIDDLE_FAR, MIDDLE_FAR, slot, 7, mtu, far) + middle(slot), "ip", "-n", middle, "-batch", "-");
        commands.require(far(slot), "ip", "-n", far, "-batch", "-");
        Nat nat = Nat.beginAny(commands, near, slot);
        commands.require("", Nat.inside(near, settings()));
        commands.require("", Nat.inside(middle, "sysctl", "-q", "-w", "net.ipv4.ip_forward=1"));
        commands.require("", Nat.inside(far, settings()));
        return nat;
    }

    /**
     * Has conntrack count what crosses the far namespace; in the near one it does for the sake of the addresses.
     *
     * @throws IOException when this kernel cannot
     */
    void count() throws IOException {
        nat.count(commands, far());
    }

    private static String middle(String near) {
        return near + "-middle";
    }

    private static String far(String near) {
        return near + "-far";
    }

    private static String whatToDo(String text) {
        return text.contains("congctl") ? " (is the congestion control there? modprobe tcp_NAME loads one)" : "";
    }

    private static String cable(String device, String peer, Slot slot, int end, int mtu, String namespace) {
        return "link add " + device + " mtu " + mtu + " address " + slot.mac(end) + " type veth peer name " + peer
                + " mtu " + mtu + " address " + slot.mac(end + 1) + " netns " + namespace + "\n";
    }

    /**
     * The host's ends. One segment per packet, or else loss and queue would be of up to 64 KB at a time; neighbours that need not be
     * asked for, for the question would cross the pipe; routes that choose the congestion control, and remember nothing of one
     * connection for the next (tcp_metrics).
     */
    private static String host(Slot slot, PipeRequest request) {
        String client = slot.clientDevice();
        String server = slot.serverDevice();
        return address(slot.client().getHostAddress(), client)
                + address(slot.server().getHostAddress(), server)
                + up(client)
                + up(server)
                + neighbour(slot.entry().getHostAddress(), slot.mac(2), client)
                + neighbour(slot.exit().getHostAddress(), slot.mac(4), server)
                + route(
                        slot.clientNetwork(),
                        client,
                        slot.client().getHostAddress(),
                        control(request, Direction.UPSTREAM))
                + route(
                        slot.serverNetwork(),
                        server,
                        slot.server().getHostAddress(),
                        control(request, Direction.DOWNSTREAM));
    }

    private static String up(String device) {
        return "link set dev " + device + " addrgenmode none gso_max_segs 1 up\n";
    }

    static String control(PipeRequest request, Direction of) {
        return (of == Direction.UPSTREAM ? request.clientKernel() : request.serverKernel())
                .sysctls()
                .congestionControl();
    }

    private static String neighbour(String address, String mac, String device) {
        return "neighbour replace " + address + " lladdr " + mac + " dev " + device + " nud permanent\n";
    }

    static String route(String network, String device, String source, String control) {
        return "route change " + network + " dev " + device + " proto kernel scope link src " + source + " congctl "
                + control + " rtt lock 0 ssthresh lock 0 reordering lock 0\n";
    }

    private static String near(Slot slot) {
        return address(slot.entry().getHostAddress(), TO_CLIENT)
                + address(NEAR, NEAR_MIDDLE)
                + up(TO_CLIENT)
                + up(NEAR_MIDDLE)
                + neighbour(slot.client().getHostAddress(), slot.mac(1), TO_CLIENT)
                + neighbour(MIDDLE_TO_NEAR, slot.mac(6), NEAR_MIDDLE)
                + "route add default via " + MIDDLE_TO_NEAR + " dev " + NEAR_MIDDLE + "\n";
    }

    /** What comes back for the router's own address towards servers is for the near one, which gives it back to the client. */
    private static String middle(Slot slot) {
        return address(MIDDLE_TO_NEAR, NEAR_MIDDLE)
                + address(MIDDLE_TO_FAR, MIDDLE_FAR)
                + up(NEAR_MIDDLE)
                + up(MIDDLE_FAR)
                + neighbour(NEAR, slot.mac(5), NEAR_MIDDLE)
                + neighbour(FAR, slot.mac(8), MIDDLE_FAR)
                + "route add " + slot.exit().getHostAddress() + "/32 via " + NEAR + " dev " + NEAR_MIDDLE + "\n"
                + "route add default via " + FAR + " dev " + MIDDLE_FAR + "\n";
    }

    private static String far(Slot slot) {
        String server = slot.server().getHostAddress();
        return address(FAR, MIDDLE_FAR)
                + up(MIDDLE_FAR)
                + up(TO_SERVER)
                + neighbour(MIDDLE_TO_FAR, slot.mac(7), MIDDLE_FAR)
                + neighbour(server, slot.mac(3), TO_SERVER)
                + "route add " + slot.exit().getHostAddress() + "/32 via " + MIDDLE_TO_FAR + " dev " + MIDDLE_FAR + "\n"
                + "route add " + server + "/32 dev " + TO_SERVER + "\n"
                + "route add default via " + server + " dev " + TO_SERVER + " onlink\n";
    }

    private static String address(String address, String device) {
        return "address add " + address + "/30 dev " + device + "\n";
    }

    /**
     * A namespace forwards, also what it would call out of order, counts what it forwards, and forgets no connection while a test lasts. What
     * this kernel does not have is left out.
     */
    private static String[] settings() {
        List<String> settings = new ArrayList<>(List.of(
                "sysctl",
                "-q",
                "-e",
                "-w",
                "net.ipv4.ip_forward=1",
                "net.netfilter.nf_conntrack_acct=1",
                "net.netfilter.nf_conntrack_tcp_be_liberal=1"));
        for (String state : IDLE_STATES) {
            settings.add("net.netfilter.nf_conntrack_" + state + "=" + LONGEST_IDLE_SECONDS);
        }
        return settings.toArray(String[]::new);
    }

    Slot slot() {
        return slot;
    }

    /** The name of the near namespace. */
    String near() {
        return namespace;
    }

    /** The name of the middle namespace. */
    String middle() {
        return middle(namespace);
    }

    /** The name of the far namespace. */
    String far() {
        return far(namespace);
    }

    /** Leads what comes for a port of the router to a server. */
    void lead(int port, InetSocketAddress server) throws IOException {
        nat.lead(commands, namespace, new InetSocketAddress(slot.entry(), port), server);
    }

    /** Resets the connections that are still open, as far as this kernel can (CONFIG_INET_DIAG_DESTROY). */
    void resetConnections() {
        reset(commands, slot);
    }

    static void reset(Commands commands, Ends ends) {
        try {
            commands.run(
                    "",
                    List.of(
                            "ss",
                            "-K",
                            "-H",
                            "-n",
                            "dst",
                            ends.entry().getHostAddress(),
                            "or",
                            "dst",
                            ends.exit().getHostAddress()));
        } catch (IOException e) {
            // Without a path they end by themselves.
        }
    }

    /** Takes the cables away, then the namespace. */
    @Override
    public void close() {
        try {
            commands.run(
                    "link delete dev " + slot.clientDevice() + "\nlink delete dev " + slot.serverDevice() + "\n",
                    List.of("ip", "-force", "-batch", "-"));
        } catch (IOException e) {
            // They go with the namespace.
        }
        delete(commands, namespace);
    }

    /** The near one last: while its name is there nobody else takes the slot, and makes namespaces of the same names. */
    private static void delete(Commands commands, String namespace) {
        for (String each : List.of(far(namespace), middle(namespace), namespace)) {
            try {
                commands.run("", List.of("ip", "netns", "delete", each));
            } catch (IOException e) {
                // The next run sweeps it away.
            }
        }
    }

    /** Removes the routers of processes that are no more. */
    static void sweep(Commands commands) throws IOException {
        String[] namespaces = new File(NAMESPACES).list();
        for (String name : namespaces == null ? new String[0] : namespaces) {
            if (Owner.ofNamespace(name).filter(owner -> !owner.isAlive()).isPresent()) {
                commands.run("", List.of("ip", "netns", "delete", name));
            }
        }
    }
}
