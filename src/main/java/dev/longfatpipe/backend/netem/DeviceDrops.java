/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Packets that the devices of a pipe could not hand on, because the kernel's own queue between two devices was full
 * (net.core.netdev_max_backlog): the path does not lose them, the machine does. Read from {@code /proc/PID/net/dev}
 * (proc_net(5)), of a process in each of the namespaces.
 */
final class DeviceDrops implements PacketDrops {

    private static final int SENT_DROPPED = 11;

    private final Slot slot;
    private final Path host;
    private final Path near;
    private final Path middle;
    private final Path far;
    private final long upstreamBefore;
    private final long downstreamBefore;
    private long upstream;
    private long downstream;

    /** Counts from now on. */
    DeviceDrops(Slot slot, long nearPid, long middlePid, long farPid) throws IOException {
        this.slot = slot;
        this.host = Path.of("/proc/self/net/dev");
        this.near = Path.of("/proc/" + nearPid + "/net/dev");
        this.middle = Path.of("/proc/" + middlePid + "/net/dev");
        this.far = Path.of("/proc/" + farPid + "/net/dev");
        this.upstreamBefore = readUpstream();
        this.downstreamBefore = readDownstream();
    }

    private long readUpstream() throws IOException {
        return dropped(host, slot.clientDevice())
                + dropped(near, Router.NEAR_MIDDLE)
                + dropped(middle, Router.MIDDLE_FAR)
                + dropped(far, Router.TO_SERVER);
    }

    private long readDownstream() throws IOException {
        return dropped(host, slot.serverDevice())
                + dropped(far, Router.MIDDLE_FAR)
                + dropped(middle, Router.NEAR_MIDDLE)
                + dropped(near, Router.TO_CLIENT);
    }

    private static long dropped(Path table, String device) throws IOException {
        return parse(Files.readAllLines(table, StandardCharsets.ISO_8859_1), device);
    }

    /** Returns how many packets a device could not hand on; 0 for one that is not there. */
    static long parse(List<String> lines, String device) {
        for (String line : lines) {
            String[] fields = line.strip().split("[:\\s]+", -1);
            if (fields.length > SENT_DROPPED + 1 && fields[0].equals(device)) {
                return Long.parseLong(fields[SENT_DROPPED + 1]);
            }
        }
        return 0;
    }

    @Override
    public void look() throws IOException {
        upstream = readUpstream() - upstreamBefore;
        downstream = readDownstream() - downstreamBefore;
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
