/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import java.io.IOException;
import java.net.NetworkInterface;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Packets that the devices of a router's container could not hand on, and this host's ends of its cables, because the kernel's own
 * queue between two devices was full (net.core.netdev_max_backlog).
 */
final class ContainerDrops implements PacketDrops {

    private static final Path HOST = Path.of("/proc/self/net/dev");

    private final RouterContainer container;
    private final List<String> upstreamHere = new ArrayList<>();
    private final List<String> downstreamHere = new ArrayList<>();
    private final long upstreamBefore;
    private final long downstreamBefore;
    private long upstream;
    private long downstream;

    /** Counts from now on. */
    ContainerDrops(RouterContainer container) throws IOException {
        this.container = container;
        for (Links.Link each : container.links("link show").all()) {
            if (each.name().equals(container.clientDevice())) {
                addPeer(each, upstreamHere);
            } else if (each.name().equals(container.serverDevice())) {
                addPeer(each, downstreamHere);
            }
        }
        read();
        upstreamBefore = upstream;
        downstreamBefore = downstream;
    }

    /** The other end is on this host, unless the daemon is elsewhere. */
    private static void addPeer(Links.Link link, List<String> here) throws IOException {
        NetworkInterface peer = link.peerIndex() == 0 ? null : NetworkInterface.getByIndex(link.peerIndex());
        if (peer != null && peer.getName().startsWith("veth")) {
            here.add(peer.getName());
        }
    }

    private void read() throws IOException {
        Links links = container.links("link show");
        List<String> host = Files.readAllLines(HOST, StandardCharsets.ISO_8859_1);
        upstream = links.sendingDrops("up-cut")
                + links.sendingDrops(RouterContainer.UP_LINE)
                + links.sendingDrops(RouterContainer.UP_WAY)
                + links.sendingDrops(container.serverDevice())
                + upstreamHere.stream()
                        .mapToLong(name -> DeviceDrops.parse(host, name))
                        .sum();
        downstream = links.sendingDrops("down-cut")
                + links.sendingDrops(RouterContainer.DOWN_LINE)
                + links.sendingDrops(RouterContainer.DOWN_WAY)
                + links.sendingDrops(container.clientDevice())
                + downstreamHere.stream()
                        .mapToLong(name -> DeviceDrops.parse(host, name))
                        .sum();
    }

    @Override
    public void look() throws IOException {
        read();
        upstream -= upstreamBefore;
        downstream -= downstreamBefore;
    }

    @Override
    public long upstream() {
        return upstream;
    }

    @Override
    public long downstream() {
        return downstream;
    }
}
