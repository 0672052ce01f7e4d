/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import com.github.dockerjava.api.model.ContainerNetwork;
import com.github.dockerjava.api.model.Network;
import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.observe.ConnectionId;
import dev.longfatpipe.observe.SeenSocket;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.spi.ContainerServer;
import dev.longfatpipe.spi.PipeRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The router of one pipe in a container, which is given back when the pipe is closed. */
final class ContainerRouter implements PipeRouter {

    private final RouterContainer container;
    private final ContainerEnds ends;
    private final Set<InetAddress> exits = ConcurrentHashMap.newKeySet();
    /** The networks that it is attached to for servers in them, and its address in each. */
    private final Map<String, String> visited = new LinkedHashMap<>();

    /** By the id of the container that is looked into. */
    private final Map<String, ContainerSockets> sockets = new LinkedHashMap<>();

    private final Set<String> warnings = ConcurrentHashMap.newKeySet();
    private volatile boolean elsewhere;
    private boolean led;
    private boolean closed;

    private ContainerRouter(RouterContainer container) {
        this.container = container;
        this.ends = container.ends();
        exits.add(ends.exit());
    }

    static ContainerRouter make(PipeRequest request, NetemSettings settings) throws IOException {
        RouterContainer taken =
                RouterPool.OF_THIS_JVM.take(settings.image(), request.path().mtu());
        try {
            if (!HostEnds.prepare(new Processes(), taken.ends(), request)) {
                requireOwnControl(request);
            }
            return new ContainerRouter(taken);
        } catch (IOException | RuntimeException e) {
            RouterPool.OF_THIS_JVM.giveBack(taken, false);
            throw e;
        }
    }

    private static void requireOwnControl(PipeRequest request) throws IOException {
        String own = KernelProfile.host().sysctls().congestionControl();
        for (Direction direction : Direction.values()) {
            String asked = Router.control(request, direction);
            if (!asked.equals(own)) {
                throw new IOException("congestion control [" + asked + "] cannot be chosen, for that takes this host's"
                        + " routes (CAP_NET_ADMIN and iproute2): leave it at this host's own [" + own
                        + "], run the tests as root, or use backend relay");
            }
        }
    }

    @Override
    public Ends ends() {
        return ends;
    }

    @Override
    public String name() {
        return "router in a container of " + container.image();
    }

    @Override
    public NetemDirection.Device bottleneck(Direction direction) {
        return new NetemDirection.Device(
                container.tc(), direction == Direction.UPSTREAM ? RouterContainer.UP_LINE : RouterContainer.DOWN_LINE);
    }

    @Override
    public NetemDirection.Device way(Direction direction) {
        return new NetemDirection.Device(
                container.tc(), direction == Direction.UPSTREAM ? RouterContainer.UP_WAY : RouterContainer.DOWN_WAY);
    }

    /** An address of this host's is reached over its gateway, another one in the Docker network that it is of. */
    @Override
    public InetSocketAddress reach(InetSocketAddress server) throws IOException {
        String address = server.getAddress().getHostAddress();
        if (NetworkInterface.getByInetAddress(server.getAddress()) != null) {
            return server;
        }
        Network network = container
                .docker()
                .networkOf(address)
                .orElseThrow(() -> new IOException("server [" + ConnectionId.text(server)
                        + "] is neither on this host nor in a network of Docker's, and backend netem reaches no other: use"
                        + " backend relay"));
        visit(network.getId());
        Optional<String> id = container.docker().containerAt(network.getId(), address);
        if (id.isPresent()) {
            lookInto(id.get(), ConnectionId.text(server));
        }
        return server;
    }

    @Override
    public InetSocketAddress reach(ContainerServer server) throws IOException {
        Map<String, ContainerNetwork> networks =
                container.docker().inspect(server.id()).getNetworkSettings().getNetworks();
        for (Map.Entry<String, ContainerNetwork> each : networks.entrySet()) {
            String address = each.getValue().getIpAddress();
            if (address != null && !address.isEmpty()) {
                visit(each.getValue().getNetworkID());
                lookInto(server.id(), server.name());
                return new InetSocketAddress(InetAddress.getByName(address), server.port());
            }
        }
        if (networks.containsKey("host")) {
            return new InetSocketAddress(ends.server(), server.port());
        }
        throw new IOException("container [" + server.name() + "] has no address in any network " + networks.keySet()
                + ": start it with a bridge network, as is the default");
    }

    /** What cannot be looked into carries traffic all the same. */
    private synchronized void lookInto(String id, String name) {
        if (sockets.containsKey(id)) {
            return;
        }
        try {
            ContainerSockets look = ContainerSockets.in(container.docker(), container.image(), id);
            sockets.put(id, look);
            elsewhere = true;
            look.difference()
                    .ifPresent(difference -> warnings.add("container [" + name + "]: " + difference
                            + ", so that buffers there which nobody has set may be told as explicit"));
        } catch (IOException e) {
            warnings.add("the sockets of container [" + name + "] cannot be read: " + e.getMessage());
        }
    }

    /** Attaches the router to a network, where it leads aside what comes back as it does with what comes from the host. */
    private void visit(String network) throws IOException {
        if (visited.containsKey(network)) {
            return;
        }
        Docker docker = container.docker();
        docker.attach(container.id(), network, "");
        visited.put(network, "");
        String own = docker.inspect(container.id()).getNetworkSettings().getNetworks().values().stream()
                .filter(endpoint -> network.equals(endpoint.getNetworkID()))
                .map(ContainerNetwork::getIpAddress)
                .findFirst()
                .orElseThrow(() -> new IOException("the router has no address in network " + network));
        container.addServerDevice(
                container.links("address show").withAddress(own).name());
        visited.put(network, own);
        exits.add(InetAddress.getByName(own));
    }

    @Override
    public void lead(int port, InetSocketAddress server) throws IOException {
        led = true;
        container.lead(port, server);
    }

    @Override
    public boolean isExit(InetAddress address) {
        return exits.contains(address);
    }

    @Override
    public PacketDrops drops() throws IOException {
        return new ContainerDrops(container);
    }

    @Override
    public synchronized List<SeenSocket> serversElsewhere() {
        List<SeenSocket> all = new ArrayList<>();
        for (Map.Entry<String, ContainerSockets> each : List.copyOf(sockets.entrySet())) {
            try {
                all.addAll(each.getValue().look());
            } catch (IOException e) {
                warnings.add("the sockets of a container cannot be read any more: " + e.getMessage());
                sockets.remove(each.getKey()).close();
            }
        }
        return all;
    }

    @Override
    public boolean leadsElsewhere() {
        return elsewhere;
    }

    @Override
    public List<String> warnings() {
        return List.copyOf(warnings);
    }

    /** Those of this host, which takes root. Others end by themselves: the addresses of the router's go with the pipe. */
    @Override
    public void resetConnections() {
        Router.reset(new Processes(), ends);
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            synchronized (this) {
                sockets.values().forEach(ContainerSockets::close);
            }
            visited.keySet().forEach(network -> container.docker().detach(container.id(), network));
            RouterPool.OF_THIS_JVM.giveBack(container, led);
        }
    }
}
