/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

import dev.longfatpipe.spi.Ticker;
import java.io.IOException;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** Makes devices that are gone when this process is, however it ends. */
final class MadeDevices {

    private static final String PREFIX = "longfat";
    private static final String NAME = PREFIX + "%d";
    /** The worst of all routes, so that any other is taken while it is there. */
    private static final String LAST_METRIC = "4294967295";

    private static final String SIX_RANGE = "2001:2::/48";

    private final IpTool ip;
    private final Remedies remedies;
    private final AtomicBoolean cleansUp = new AtomicBoolean();
    private int nextNetwork = (int) (ProcessHandle.current().pid() % AddressPlan.NETWORKS);

    MadeDevices(IpTool ip, Remedies remedies) {
        this.ip = ip;
        this.remedies = remedies;
    }

    static TunFile openNode(Remedies remedies) throws IOException {
        try {
            return TunFile.open();
        } catch (TunFile.Refused e) {
            throw new Devices.Unavailable(remedies.noNode(e.errno()), e);
        }
    }

    /** Makes a device and gives it addresses; empty where this process may not. */
    Optional<Device> make(Devices.Kind kind) throws IOException {
        TunFile file = openNode(remedies);
        try {
            file.attach(NAME);
        } catch (TunFile.Refused e) {
            file.close();
            if (e.errno() == LinuxCalls.EPERM) {
                return Optional.empty();
            }
            throw e;
        }
        try {
            AddressPlan plan = setUp(file.name(), kind);
            file.acceptLargeSegments(kind.large());
            return Optional.of(new Device(file.name(), plan, new TunEngine(file, plan, Ticker.system()), true));
        } catch (IpTool.Missing e) {
            file.close();
            throw new Devices.Unavailable(remedies.noIp(), e);
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    private AddressPlan setUp(String name, Devices.Kind kind) throws IOException {
        List<String> link = new ArrayList<>(List.of("link", "set", name, "mtu", String.valueOf(kind.mtu())));
        link.addAll(List.of("txqueuelen", String.valueOf(Devices.QUEUE_PACKETS)));
        if (!kind.large()) {
            link.addAll(List.of("gso_max_segs", "1"));
        }
        link.add("up");
        ip.run(link.toArray(new String[0]));
        AddressPlan plan = takeNetwork(name);
        cleanUpAtExit();
        ip.run("route", "replace", "unreachable", AddressPlan.RANGE, "metric", LAST_METRIC);
        return withSix(name, plan);
    }

    /** Two processes may try the same network at the same time: both see that, and go on. */
    private AddressPlan takeNetwork(String name) throws IOException {
        for (int i = 0; i < AddressPlan.NETWORKS; i++) {
            nextNetwork = (nextNetwork + 1) % AddressPlan.NETWORKS;
            AddressPlan plan = AddressPlan.ofNetwork(nextNetwork);
            if (isFree(plan, name)) {
                ip.run("addr", "add", plan.ownAddress(), "dev", name);
                if (isFree(plan, name)) {
                    return plan;
                }
                ip.run("addr", "del", plan.ownAddress(), "dev", name);
                nextNetwork = (nextNetwork + (int) (ProcessHandle.current().pid() % 97)) % AddressPlan.NETWORKS;
            }
        }
        throw new IOException(
                "no network is left in " + AddressPlan.RANGE + ": other interfaces of this machine have them all");
    }

    private static boolean isFree(AddressPlan plan, String own) throws SocketException {
        return NetworkInterface.networkInterfaces()
                .filter(each -> !each.getName().equals(own))
                .flatMap(each -> each.getInterfaceAddresses().stream())
                .map(InterfaceAddress::getAddress)
                .noneMatch(plan::isInNetwork);
    }

    /**
     * What the unreachable routes are for is over when the process is. Of a process that was killed they stay, until the next one
     * ends, for then they are needed: its sockets may still send.
     */
    private void cleanUpAtExit() {
        if (cleansUp.compareAndSet(false, true)) {
            Runtime.getRuntime().addShutdownHook(new Thread(this::removeRoutes, "longfatpipe-tun-routes"));
        }
    }

    private void removeRoutes() {
        try {
            Devices.ofThisJvm().closeAll();
            if (NetworkInterface.networkInterfaces()
                    .noneMatch(each -> each.getName().startsWith(PREFIX))) {
                ip.run("route", "del", "unreachable", AddressPlan.RANGE, "metric", LAST_METRIC);
                ip.run("-6", "route", "del", "unreachable", SIX_RANGE, "metric", LAST_METRIC);
            }
        } catch (IOException gone) {
            // Another process was faster, or there is no IPv6 here.
        }
    }

    /** A machine without IPv6 has pipes without it. */
    private AddressPlan withSix(String name, AddressPlan plan) throws IOException {
        try {
            ip.run("addr", "add", plan.ownSixAddress(), "dev", name, "nodad");
            ip.run("-6", "route", "replace", "unreachable", SIX_RANGE, "metric", LAST_METRIC);
            return plan;
        } catch (IpTool.Missing e) {
            throw e;
        } catch (IOException withoutSix) {
            return plan.withoutSix();
        }
    }
}
