/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import dev.longfatpipe.path.Direction;
import dev.longfatpipe.spi.PipeRequest;
import java.io.IOException;
import java.net.NetworkInterface;
import java.util.List;

/**
 * This host's ends of the networks between it and a router's container. Where this JVM may (CAP_NET_ADMIN, {@code ip} of iproute2)
 * their routes choose the congestion control and keep nothing of one connection for the next, and senders are told to send one
 * segment at a time. Where it may not, this host's own congestion control is in force, and what senders put together is cut in the
 * router.
 */
final class HostEnds {

    private HostEnds() {}

    /** Whether this JVM may set up routes, found out by trying: of one that is not there the answer is another. */
    static boolean areMine() {
        try {
            return !new Processes()
                    .run("", List.of("ip", "route", "delete", "198.19.255.255/32", "table", "19819"))
                    .text()
                    .contains("not permitted");
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Sets them up for a pipe, as far as this JVM may.
     *
     * @return whether it might
     */
    static boolean prepare(Commands commands, ContainerEnds ends, PipeRequest request) throws IOException {
        NetworkInterface client = NetworkInterface.getByInetAddress(ends.client());
        NetworkInterface server = NetworkInterface.getByInetAddress(ends.server());
        if (client == null || server == null) {
            return false; // the daemon is elsewhere
        }
        String text = "link set dev " + client.getName() + " gso_max_segs 1\n" + "link set dev " + server.getName()
                + " gso_max_segs 1\n"
                + Router.route(
                        ends.clientNetwork(),
                        client.getName(),
                        ends.client().getHostAddress(),
                        Router.control(request, Direction.UPSTREAM))
                + Router.route(
                        ends.serverNetwork(),
                        server.getName(),
                        ends.server().getHostAddress(),
                        Router.control(request, Direction.DOWNSTREAM));
        try {
            return commands.run(text, List.of("ip", "-batch", "-")).isGood();
        } catch (IOException e) {
            return false; // there is no ip here
        }
    }
}
