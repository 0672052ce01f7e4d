/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import com.github.dockerjava.api.model.Capability;
import com.github.dockerjava.api.model.HostConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.images.RemoteDockerImage;
import org.testcontainers.utility.DockerImageName;

/**
 * A container between two bridge networks, at whose gateways this host is: what comes from clients on the first is handed to servers
 * on the second, and both directions of it pass a bottleneck and a way in between. May do nothing beyond NET_ADMIN.
 *
 * <p>It has one network namespace and may make no other, so that what comes in is led aside before the kernel looks at its addresses:
 * through three cables (veth) in a row, by {@code mirred} from the end of each to the next. The first cuts into segments what a
 * sender has put together (gso_max_segs 1); on the second stands the bottleneck, on the third the way. Behind it the addresses are
 * rewritten. ARP is not led aside, so that no question crosses the pipe.
 *
 * <p>Not thread-safe. Used by one pipe after the other; {@link RouterPool} keeps it meanwhile.
 */
final class RouterContainer {

    static final String UP_LINE = "up-line";
    static final String UP_WAY = "up-way";
    static final String DOWN_LINE = "down-line";
    static final String DOWN_WAY = "down-way";
    private static final String UP_CUT = "up-cut";
    private static final String DOWN_CUT = "down-cut";
    /** The far end of a cable. */
    private static final String FAR = "-in";

    /** Where what comes from clients is looked at by the kernel. */
    static final String FROM_CLIENT = UP_WAY + FAR;

    private static final String FROM_SERVER = DOWN_WAY + FAR;

    private static final int REACH_MILLIS = 2_000;
    /** Nobody listens there (discard, RFC 863): that it refuses is an answer too. */
    private static final int DISCARD = 9;

    private static final String LIBERAL = "net.netfilter.nf_conntrack_tcp_be_liberal";

    private final Docker docker;
    private final String id;
    private final String image;
    private final int mtu;
    private final int number;
    private final List<String> networks;
    private @Nullable Batch ip;
    private @Nullable TrafficControl tc;
    private @Nullable ContainerNat nat;
    private String clientDevice = "";
    private String serverDevice = "";
    private String serverMac = "";
    private ContainerEnds ends;
    private boolean stopped;

    private RouterContainer(Docker docker, String id, String image, int mtu, int number, List<String> networks) {
        this.docker = docker;
        this.id = id;
        this.image = image;
        this.mtu = mtu;
        this.number = number;
        this.networks = networks;
        this.ends = new ContainerEnds(number, 0);
    }

    /**
     * Starts one and finds out by trying whether it can do what a router has to.
     *
     * @throws IOException when not; the message says why and what would help
     */
    static RouterContainer start(Docker docker, Optional<String> named, int mtu) throws IOException {
        Owner owner = Owner.self();
        List<InetAddress> others = NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .toList();
        IOException taken = new IOException("no address is free");
        for (int attempt = 0; attempt < ContainerEnds.NUMBERS; attempt++) {
            int number =
                    (int) Math.floorMod(owner.pid() * 31 + owner.started() + attempt, (long) ContainerEnds.NUMBERS);
            ContainerEnds ends = new ContainerEnds(number, 0);
            if (others.stream().noneMatch(ends::isNear)) {
                try {
                    return start(docker, named, mtu, ends, owner.namespace(number));
                } catch (Docker.AddressesTakenException e) {
                    taken = e;
                }
            }
        }
        throw taken;
    }

    private static RouterContainer start(
            Docker docker, Optional<String> named, int mtu, ContainerEnds ends, String name) throws IOException {
        List<String> networks = new ArrayList<>();
        String id = "";
        try {
            Map<String, String> labels = Machine.labels();
            networks.add(docker.makeNetwork(
                    name + "-client", ends.clientNetwork(), ends.client().getHostAddress(), mtu, labels));
            networks.add(docker.makeNetwork(
                    name + "-server", ends.serverNetwork(), ends.server().getHostAddress(), mtu, labels));
            GenericContainer<?> container = container(named, name, ends, networks.get(0), labels);
            id = container.getContainerId();
            docker.attach(id, networks.get(1), ends.exit().getHostAddress());
            RouterContainer router =
                    new RouterContainer(docker, id, container.getDockerImageName(), mtu, ends.number(), networks);
            router.furnish();
            return router;
        } catch (IOException | RuntimeException e) {
            remove(docker, id, networks);
            throw e;
        }
    }

    private static GenericContainer<?> container(
            Optional<String> named, String name, ContainerEnds ends, String network, Map<String, String> labels)
            throws IOException {
        try {
            return begin(named, name, ends, network, labels, true);
        } catch (RuntimeException e) {
            // Where the kernel has not loaded conntrack yet, this setting is not there; the rest of it is.
            if (!messages(e).contains("nf_conntrack")) {
                throw unstarted(named, e);
            }
        }
        try {
            return begin(named, name, ends, network, labels, false);
        } catch (RuntimeException e) {
            throw unstarted(named, e);
        }
    }

    private static IOException unstarted(Optional<String> named, RuntimeException e) {
        return new IOException(
                "the router's container does not start (" + messages(e) + "): " + RouterImage.remedy(named), e);
    }

    /** What is said first says least: {@code Container startup failed}. */
    static String messages(Throwable thrown) {
        StringBuilder all = new StringBuilder();
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            String message = each.getMessage();
            if (message != null && all.indexOf(message) < 0) {
                all.append(all.isEmpty() ? "" : ": ").append(message.strip());
            }
        }
        return all.toString();
    }

    @SuppressWarnings("resource") // it stays until the pool removes it
    private static GenericContainer<?> begin(
            Optional<String> named,
            String name,
            ContainerEnds ends,
            String network,
            Map<String, String> labels,
            boolean liberal) {
        Map<String, String> sysctls = new LinkedHashMap<>(Map.of(
                "net.ipv4.ip_forward", "1",
                "net.ipv4.conf.all.rp_filter", "0", // what was led aside comes from another device than it goes to
                "net.ipv4.conf.default.rp_filter", "0"));
        if (liberal) {
            sysctls.put(LIBERAL, "1");
        }
        GenericContainer<?> container = named.<GenericContainer<?>>map(
                        image -> new GenericContainer<>(new RemoteDockerImage(DockerImageName.parse(image))))
                .orElseGet(() -> new GenericContainer<>(RouterImage.of(named)));
        container
                .withNetworkMode(network)
                .withLabels(labels)
                .withCommand("sleep", "infinity")
                .withCreateContainerCmdModifier(create -> {
                    HostConfig host = Objects.requireNonNull(create.getHostConfig());
                    host.withCapAdd(Capability.NET_ADMIN).withSysctls(sysctls);
                    create.withName(name).withIpv4Address(ends.entry().getHostAddress());
                });
        try {
            container.start();
            return container;
        } catch (RuntimeException e) {
            container.stop(); // it may have been made, and its name is wanted again
            throw e;
        }
    }

    private void furnish() throws IOException {
        requireReached(ends.entry(), RouterContainer::isReached);
        Batch ipBatch = docker.batch(id, "ip", "sh", "-c", "exec ip -s -j -force -batch - 2>&1");
        ip = ipBatch;
        Links links = Links.parse(ipBatch.ask("address show"));
        clientDevice = links.withAddress(ends.entry().getHostAddress()).name();
        Links.Link server = links.withAddress(ends.exit().getHostAddress());
        serverDevice = server.name();
        serverMac = server.mac();
        List<String> changes = new ArrayList<>();
        for (String each : List.of(UP_CUT, UP_LINE, UP_WAY, DOWN_CUT, DOWN_LINE, DOWN_WAY)) {
            changes.add("link add " + each + " mtu " + mtu + " type veth peer name " + each + FAR + " mtu " + mtu);
        }
        // What is led aside is for the device that it came by: the kernel must take it for its own where it looks at
        // it.
        changes.add("link set dev " + FROM_CLIENT + " address "
                + links.withAddress(ends.entry().getHostAddress()).mac());
        changes.add("link set dev " + FROM_SERVER + " address " + serverMac);
        for (String each : List.of(UP_CUT, UP_LINE, UP_WAY, DOWN_CUT, DOWN_LINE, DOWN_WAY)) {
            changes.add("link set dev " + each + " addrgenmode none gso_max_segs 1 up");
            changes.add("link set dev " + each + FAR + " addrgenmode none up");
        }
        ipBatch.ask("link show dev lo", changes.toArray(String[]::new));
        TrafficControl control =
                TrafficControl.of(docker.batch(id, "tc", "sh", "-c", "exec tc -s -j -force -batch - 2>&1"));
        tc = control;
        for (String kind : List.of("netem", "hfsc")) {
            requireKind(control, kind, "qdisc replace dev " + UP_WAY + " root " + kind);
            control.run(UP_WAY, "qdisc delete dev " + UP_WAY + " root");
        }
        requireKind(control, "ingress", "qdisc add dev " + UP_CUT + FAR + " ingress");
        requireKind(control, "mirred", aside(UP_CUT + FAR, UP_LINE));
        control.run(
                UP_LINE,
                ingress(UP_LINE + FAR),
                aside(UP_LINE + FAR, UP_WAY),
                ingress(DOWN_CUT + FAR),
                aside(DOWN_CUT + FAR, DOWN_LINE),
                ingress(DOWN_LINE + FAR),
                aside(DOWN_LINE + FAR, DOWN_WAY),
                ingress(clientDevice),
                asideFromClients(ends),
                ingress(serverDevice),
                aside(serverDevice, DOWN_CUT));
        nat = ContainerNat.beginAny(this::run, ends.server().getHostAddress());
    }

    static void requireReached(InetAddress address, Predicate<InetAddress> reached) throws IOException {
        if (!reached.test(address)) {
            throw new IOException("the router's container is not reached from here at its own address ["
                    + address.getHostAddress()
                    + "], as on Docker Desktop, where only ports that are mapped to localhost"
                    + " can be: a proxy ends TCP there, so that windows are not observable from here and an assertion about"
                    + " them would say nothing; use backend tun in a Linux container, or relay");
        }
    }

    private void requireKind(TrafficControl control, String kind, String command) throws IOException {
        try {
            control.run(UP_WAY, command);
        } catch (IOException e) {
            throw new IOException(docker.kernel().without(kind, String.valueOf(e.getMessage())), e);
        }
    }

    private static String ingress(String device) {
        return "qdisc add dev " + device + " ingress";
    }

    private static String aside(String from, String to) {
        return aside(from, to, "u32 0 0");
    }

    private static String aside(String from, String to, String match) {
        return "filter add dev " + from + " parent ffff: protocol ip u32 match " + match
                + " action mirred egress redirect dev " + to;
    }

    /** Only what is for the pipe's own address: this host remembers for a while where those of pipes before it were. */
    private String asideFromClients(ContainerEnds pipe) {
        return aside(clientDevice, UP_CUT, "ip dst " + pipe.entry().getHostAddress() + "/32");
    }

    /** One that refuses has been reached as well. */
    static boolean isReached(InetAddress address) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(address, DISCARD), REACH_MILLIS);
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return String.valueOf(e.getMessage()).contains("refused");
        }
    }

    private Commands.Answer run(String input, List<String> command) throws IOException {
        return docker.run(id, command.toArray(String[]::new));
    }

    Docker docker() {
        return docker;
    }

    String id() {
        return id;
    }

    String image() {
        return image;
    }

    int mtu() {
        return mtu;
    }

    ContainerEnds ends() {
        return ends;
    }

    String clientDevice() {
        return clientDevice;
    }

    String serverDevice() {
        return serverDevice;
    }

    TrafficControl tc() {
        return Objects.requireNonNull(tc);
    }

    /** The devices, their addresses and what they could not hand on. */
    Links links(String what) throws IOException {
        return Links.parse(Objects.requireNonNull(ip).ask(what));
    }

    /** Leads what comes from a device that the router has been given meanwhile aside as what comes from servers of the host. */
    void addServerDevice(String device) throws IOException {
        Objects.requireNonNull(ip)
                .ask("link show dev lo", "link set dev " + device + " address " + serverMac + " gso_max_segs 1");
        tc().run(DOWN_LINE, ingress(device), aside(device, DOWN_CUT));
    }

    void lead(int port, InetSocketAddress server) throws IOException {
        ContainerNat rewriting = Objects.requireNonNull(nat);
        rewriting.run(this::run, List.of(rewriting.lead("tcp", port, server), rewriting.lead("udp", port, server)));
    }

    /**
     * Makes it ready for the next pipe: an empty line, other addresses, nothing led anywhere.
     *
     * @param led whether anything was led anywhere but to the host
     * @throws IOException when it will serve no more, or its addresses are used up
     */
    void renew(boolean led) throws IOException {
        for (String each : List.of(UP_LINE, UP_WAY, DOWN_LINE, DOWN_WAY)) {
            if (tc().run(each).stream().anyMatch(qdisc -> !qdisc.kind().equals("noqueue"))) {
                tc().run(each, "qdisc delete dev " + each + " root");
            }
        }
        if (led) {
            ContainerNat rewriting = Objects.requireNonNull(nat);
            rewriting.run(this::run, rewriting.begin(ends.server().getHostAddress()));
        }
        ContainerEnds next = new ContainerEnds(number, ends.turn() + 1);
        if (next.turn() >= ContainerEnds.TURNS) {
            throw new IOException("the addresses of the router are used up");
        }
        tc().run(UP_LINE, "filter delete dev " + clientDevice + " parent ffff:", asideFromClients(next));
        Objects.requireNonNull(ip)
                .ask(
                        "link show dev lo",
                        "address delete " + ends.entry().getHostAddress() + "/25 dev " + clientDevice,
                        "address add " + next.entry().getHostAddress() + "/25 dev " + clientDevice,
                        "address delete " + ends.exit().getHostAddress() + "/25 dev " + serverDevice,
                        "address add " + next.exit().getHostAddress() + "/25 dev " + serverDevice);
        ends = next;
    }

    /** Removes it with its networks. Doing it twice does nothing. */
    void stop() {
        if (!stopped) {
            stopped = true;
            if (ip != null) {
                ip.close();
            }
            if (tc != null) {
                tc.close();
            }
            remove(docker, id, networks);
        }
    }

    private static void remove(Docker docker, String id, List<String> networks) {
        if (!id.isEmpty()) {
            docker.removeContainer(id);
        }
        networks.forEach(docker::removeNetwork);
    }
}
