/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.spi.PipeRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The congestion control of a pipe: that of the route to its virtual address, which both ends of every connection have for their
 * peer. Not thread-safe.
 */
final class Routes {

    private static final Pattern CONTROL = Pattern.compile("\\bcongctl (?:lock )?(\\S+)");

    private final Device device;
    private final IpTool ip;
    private final int lastByte;
    private final List<InetAddress> pinned = new ArrayList<>();

    Routes(Device device, IpTool ip, int lastByte) {
        this.device = device;
        this.ip = ip;
        this.lastByte = lastByte;
    }

    /** Both ends of a connection through a pipe are reached over the same route. */
    static void requireOneControl(PipeRequest request) {
        String client = control(request.clientKernel());
        String server = control(request.serverKernel());
        if (!client.equals(server)) {
            throw new IllegalArgumentException("congestion controls [" + client + " of the clients, " + server
                    + " of the servers] cannot both be honoured by backend [tun], where both ends are reached over one route:"
                    + " write the same for both, or use backend relay");
        }
    }

    private static String control(KernelProfile kernel) {
        return kernel.sysctls().congestionControl();
    }

    /**
     * Lets connections have the congestion control that is asked for, whatever the default of this machine.
     *
     * @throws IOException when the kernel has no such control
     * @throws Devices.Unavailable when this user may not, with the command that may
     */
    void pin(PipeRequest request) throws IOException {
        String asked = control(request.clientKernel());
        if (device.isMade()) {
            if (!asked.equals(control(KernelProfile.host()))) {
                pin(asked);
            }
            return;
        }
        Matcher set = CONTROL.matcher(routesOfDevice());
        String inForce = set.find() ? set.group(1) : control(KernelProfile.host());
        if (!asked.equals(inForce)) {
            try {
                pin(asked);
            } catch (IOException notAllowed) {
                throw new Devices.Unavailable(
                        Remedies.ofThisUser().noCongestionControl(asked, device.name(), device.plan()), notAllowed);
            }
        }
    }

    private void pin(String control) throws IOException {
        AddressPlan plan = device.plan();
        pin(plan.virtualFour(lastByte), plan.four(), control);
        InetAddress six = plan.virtualSix(lastByte);
        if (six != null && plan.six() != null) {
            pin(six, plan.six(), control);
        }
    }

    private void pin(InetAddress virtual, InetAddress own, String control) throws IOException {
        ip.run(
                "route",
                "replace",
                virtual.getHostAddress(),
                "dev",
                device.name(),
                "src",
                own.getHostAddress(),
                "congctl",
                control);
        pinned.add(virtual);
    }

    /** Without {@code ip} nothing is known, and the machine's default is taken to be in force. */
    private String routesOfDevice() throws IOException {
        try {
            return ip.run("route", "show", "dev", device.name());
        } catch (IpTool.Missing e) {
            return "";
        }
    }

    /** Takes back what was done. A device that this JVM made takes it along. */
    void unpin() {
        for (InetAddress virtual : pinned) {
            try {
                ip.run("route", "del", virtual.getHostAddress(), "dev", device.name());
            } catch (IOException gone) {
                // A route is gone with its device.
            }
        }
    }
}
