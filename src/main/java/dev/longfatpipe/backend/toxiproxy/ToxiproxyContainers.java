/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.toxiproxy;

import dev.longfatpipe.spi.Ticker;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.toxiproxy.ToxiproxyContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * Starts the container that all pipes of a run share; Testcontainers removes it when the JVM ends. The only class that sees
 * Testcontainers.
 */
final class ToxiproxyContainers {

    private static final String EXPECTED_IMAGE = "ghcr.io/shopify/toxiproxy";
    private static final String HOST_NAME = "host.docker.internal";
    private static final String HOST_GATEWAY = "host-gateway";
    private static final int CONTROL_PORT = 8474;
    private static final int FIRST_PORT = 8666;
    private static final int LAST_PORT = 8697;
    private static final int REACH_MILLIS = 1_500;

    private ToxiproxyContainers() {}

    /**
     * Starts a container.
     *
     * @throws IOException when there is no Docker, or the container does not start, with the remedy
     */
    static ToxiproxyServer start(ToxiproxySettings settings) throws IOException {
        if (!isDockerThere()) {
            throw new IOException("there is no Docker that Testcontainers can use: start it (see DOCKER_HOST), or run a"
                    + " Toxiproxy server and name it in " + ToxiproxySettings.URL + ", or use backend relay");
        }
        ToxiproxyContainer container = null;
        try {
            container = new ToxiproxyContainer(
                    DockerImageName.parse(settings.image()).asCompatibleSubstituteFor(EXPECTED_IMAGE));
            container.withExtraHost(HOST_NAME, HOST_GATEWAY);
            settings.network().ifPresent(container::withNetworkMode);
            container.start();
        } catch (RuntimeException e) {
            if (container != null) {
                container.stop();
            }
            throw new IOException(
                    "the container of image [" + settings.image() + "] does not start (" + causes(e)
                            + "): name an image that can be had here in " + ToxiproxySettings.IMAGE
                            + ", or run a Toxiproxy server and name it in " + ToxiproxySettings.URL,
                    e);
        }
        return server(container);
    }

    private static boolean isDockerThere() {
        try {
            return DockerClientFactory.instance().isDockerAvailable();
        } catch (RuntimeException e) {
            return false;
        }
    }

    private static ToxiproxyServer server(ToxiproxyContainer container) throws IOException {
        String host = container.getHost();
        ToxiproxyApi api = new ToxiproxyApi(
                URI.create("http://" + host + ":" + container.getControlPort() + "/"),
                "its container " + container.getContainerId().substring(0, 12)
                        + " has stopped or hangs: see docker ps -a and docker logs");
        InetAddress bridge = bridgeAddress(container);
        boolean reached = isReached(bridge);
        Place place = new Place(
                reached ? bridge : InetAddress.getByName(host),
                Place.EVERYWHERE,
                bridge,
                Optional.of(HOST_NAME),
                reached ? ProxyPorts.any() : ProxyPorts.published(published(container)));
        api.version();
        return new ToxiproxyServer(api, place, Ticker.system().nanos());
    }

    private static InetAddress bridgeAddress(ToxiproxyContainer container) throws IOException {
        String address = container.getContainerInfo().getNetworkSettings().getNetworks().values().stream()
                .map(network -> String.valueOf(network.getIpAddress()))
                .filter(text -> !text.isEmpty() && !text.equals("null"))
                .findFirst()
                .orElse(Place.LOOPBACK);
        return InetAddress.getByName(address);
    }

    /** On Linux every port of a container is reached at its own address; elsewhere only those that are published. */
    private static boolean isReached(InetAddress bridge) {
        if (bridge.isLoopbackAddress()) {
            return false;
        }
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(bridge, CONTROL_PORT), REACH_MILLIS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static Map<Integer, Integer> published(ToxiproxyContainer container) {
        Map<Integer, Integer> ports = new LinkedHashMap<>();
        for (int port = FIRST_PORT; port <= LAST_PORT; port++) {
            ports.put(port, container.getMappedPort(port));
        }
        return ports;
    }

    private static String causes(Throwable failed) {
        StringBuilder text = new StringBuilder(String.valueOf(failed.getMessage()));
        for (Throwable cause = failed.getCause(); cause != null; cause = cause.getCause()) {
            text.append(": ").append(cause.getMessage());
        }
        return text.toString();
    }
}
