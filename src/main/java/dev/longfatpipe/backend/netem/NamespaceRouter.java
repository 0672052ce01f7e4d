/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import dev.longfatpipe.observe.ConnectionEnd;
import dev.longfatpipe.observe.ConnectionId;
import dev.longfatpipe.observe.SeenDatagrams;
import dev.longfatpipe.observe.SeenSocket;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.spi.ContainerServer;
import dev.longfatpipe.spi.PipeRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The router of three network namespaces of this host, with a tc in each of them. */
final class NamespaceRouter implements PipeRouter {

    private final Router router;
    private final RouterNamespace near;
    private final RouterNamespace middle;
    private final RouterNamespace far;
    /** Null where conntrack does not count: then datagrams are not told apart. */
    private final @Nullable RouterDatagrams datagrams;

    private NamespaceRouter(Router router, RouterNamespace near, RouterNamespace middle, RouterNamespace far) {
        this.router = router;
        this.near = near;
        this.middle = middle;
        this.far = far;
        this.datagrams = datagrams(router);
    }

    private static @Nullable RouterDatagrams datagrams(Router router) {
        try {
            router.count();
            return RouterDatagrams.of(router);
        } catch (IOException e) {
            return null;
        }
    }

    static NamespaceRouter make(PipeRequest request, Commands commands) throws IOException {
        Router.sweep(commands);
        Deque<AutoCloseable> made = new ArrayDeque<>();
        try {
            Router router = Router.make(commands, request);
            made.push(router);
            RouterNamespace near = RouterNamespace.enter(router.near());
            made.push(near);
            RouterNamespace middle = RouterNamespace.enter(router.middle());
            made.push(middle);
            return new NamespaceRouter(router, near, middle, RouterNamespace.enter(router.far()));
        } catch (IOException | RuntimeException | Error e) {
            Closing.all(made, e);
            throw e;
        }
    }

    @Override
    public Ends ends() {
        return router.slot();
    }

    @Override
    public String name() {
        return "router in network namespaces of this host";
    }

    @Override
    public NetemDirection.Device bottleneck(Direction direction) throws IOException {
        return direction == Direction.UPSTREAM ? near.device(Router.NEAR_MIDDLE) : far.device(Router.MIDDLE_FAR);
    }

    @Override
    public NetemDirection.Device way(Direction direction) throws IOException {
        return middle.device(direction == Direction.UPSTREAM ? Router.MIDDLE_FAR : Router.NEAR_MIDDLE);
    }

    @Override
    public InetSocketAddress reach(InetSocketAddress server) throws IOException {
        if (NetworkInterface.getByInetAddress(server.getAddress()) == null) {
            throw new IOException("server [" + ConnectionId.text(server)
                    + "] is not on this host, and the local router of backend netem reaches none but servers of this"
                    + " host: write -D" + NetemSettings.ROUTER + "=container if it is in a Docker network, or use"
                    + " backend relay");
        }
        return server;
    }

    @Override
    public InetSocketAddress reach(ContainerServer server) throws IOException {
        throw new IOException("container [" + server.name()
                + "] is not reached by the local router of backend netem: write -D" + NetemSettings.ROUTER
                + "=container, or use backend relay");
    }

    @Override
    public void lead(int port, InetSocketAddress server) throws IOException {
        router.lead(port, server);
    }

    @Override
    public boolean isExit(InetAddress address) {
        return address.equals(router.slot().exit());
    }

    @Override
    public PacketDrops drops() throws IOException {
        return new DeviceDrops(router.slot(), near.pid(), middle.pid(), far.pid());
    }

    @Override
    public List<SeenSocket> serversElsewhere() {
        return List.of();
    }

    @Override
    public boolean leadsElsewhere() {
        return false;
    }

    @Override
    public List<SeenDatagrams> datagrams(ConnectionEnd.Finder leads) throws IOException {
        return datagrams == null ? List.of() : datagrams.look(leads);
    }

    @Override
    public List<String> warnings() {
        return List.of();
    }

    @Override
    public void resetConnections() {
        router.resetConnections();
    }

    @Override
    public void close() {
        if (datagrams != null) {
            datagrams.close();
        }
        near.close();
        middle.close();
        far.close();
        router.close();
    }
}
