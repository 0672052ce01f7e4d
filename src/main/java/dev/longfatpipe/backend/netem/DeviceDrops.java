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
    private final Dropped before;
    private Dropped since = new Dropped(0, 0);

    private record Dropped(long upstream, long downstream) {

        Dropped minus(Dropped other) {
            return new Dropped(upstream - other.upstream, downstream - other.downstream);
        }
    }

    /** Counts from now on. */
    DeviceDrops(Slot slot, long nearPid, long middlePid, long farPid) throws IOException {
        this.slot = slot;
        this.host = Path.of("/proc/self/net/dev");
        this.near = Path.of("/proc/" + nearPid + "/net/dev");
        this.middle = Path.of("/proc/" + middlePid + "/net/dev");
        this.far = Path.of("/proc/" + farPid + "/net/dev");
        this.before = read();
    }

    private Dropped read() throws IOException {
        List<String> inHost = lines(host);
        List<String> inNear = lines(near);
        List<String> inMiddle = lines(middle);
        List<String> inFar = lines(far);
        return new Dropped(
                parse(inHost, slot.clientDevice())
                        + parse(inNear, Router.NEAR_MIDDLE)
                        + parse(inMiddle, Router.MIDDLE_FAR)
                        + parse(inFar, Router.TO_SERVER),
                parse(inHost, slot.serverDevice())
                        + parse(inFar, Router.MIDDLE_FAR)
                        + parse(inMiddle, Router.NEAR_MIDDLE)
                        + parse(inNear, Router.TO_CLIENT));
    }

    private static List<String> lines(Path table) throws IOException {
        return Files.readAllLines(table, StandardCharsets.ISO_8859_1);
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
        since = read().minus(before);
    }

    @Override
    public long upstream() {
        return since.upstream();
    }

    @Override
    public long downstream() {
        return since.downstream();
    }
}
