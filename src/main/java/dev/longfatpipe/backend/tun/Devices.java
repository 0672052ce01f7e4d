/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

import com.sun.jna.Native;
import com.sun.jna.Platform;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.spi.Ticker;
import java.io.IOException;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The devices of this JVM: one for each kind of pipe, shared by all pipes of that kind, there as long as one of them is open. Made
 * by this process where it may do that; else one is attached to that was made beforehand. Thread-safe.
 */
final class Devices {

    /** How many packets the kernel keeps for this process to read: a burst of a sender must never be dropped there. */
    static final int QUEUE_PACKETS = 20_000;

    static final String DEVICE_PROPERTY = "longfatpipe.tun.device";

    private static final Devices OF_THIS_JVM = new Devices(IpTool.ofThisMachine(), Remedies.ofThisUser());

    private static final String PREPARED = "lfp";

    /** The kernel's work queue looks at most once a second, and a busy machine may be late. */
    private static final long LONGEST_CARRIER_NANOS = 5_000_000_000L;

    private static final long CARRIER_POLL_NANOS = 2_000_000;

    private final MadeDevices made;
    private final Remedies remedies;
    private final Map<Kind, Device> open = new HashMap<>();
    private final Map<Device, Integer> users = new HashMap<>();

    Devices(IpTool ip, Remedies remedies) {
        this.made = new MadeDevices(ip, remedies);
        this.remedies = remedies;
    }

    static Devices ofThisJvm() {
        return OF_THIS_JVM;
    }

    /**
     * What a pipe needs of a device.
     *
     * @param mtu the largest packet
     * @param large whether the kernel may hand over packets of up to 64 KB that count as many
     */
    record Kind(int mtu, boolean large) {}

    /** There is no device, and the message says why and what would help. */
    static final class Unavailable extends IOException {
        private static final long serialVersionUID = 1;

        Unavailable(String reason) {
            super(reason);
        }

        Unavailable(String reason, Throwable cause) {
            super(reason, cause);
        }
    }

    /** Finds out, by trying, why there is no device; null when there is one. */
    synchronized @Nullable String problem() {
        if (!open.isEmpty()) {
            return null;
        }
        if (!Platform.isLinux() || Native.POINTER_SIZE != Long.BYTES) {
            return remedies.notLinux();
        }
        try {
            Kind kind = new Kind(mtuOfPrepared(), false);
            acquire(kind);
            release(kind);
            return null;
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        } catch (LinkageError e) {
            return "JNA cannot load its native library, for which java.io.tmpdir must be a folder that may be written and run"
                    + " from: " + e.getMessage();
        }
    }

    /** Whether a device is there is not a question of its MTU. */
    private static int mtuOfPrepared() throws IOException {
        List<NetworkInterface> prepared = prepared();
        return prepared.isEmpty() ? Path.DEFAULT_MTU : prepared.get(0).getMTU();
    }

    /**
     * Returns a device for one more pipe.
     *
     * @throws Unavailable when there is none
     */
    synchronized Device acquire(Kind kind) throws IOException {
        Device device = open.get(kind);
        if (device == null) {
            device = attach(kind);
            open.put(kind, device);
        }
        users.merge(device, 1, Integer::sum);
        return device;
    }

    /** A pipe is done with its device; the last one lets go of it. */
    synchronized void release(Kind kind) {
        Device device = open.get(kind);
        if (device != null && users.merge(device, -1, Integer::sum) == 0) {
            users.remove(device);
            open.values().removeIf(device::equals);
            device.close();
        }
    }

    /** This JVM ends. */
    synchronized void closeAll() {
        open.values().forEach(Device::close);
        open.clear();
        users.clear();
    }

    private Device attach(Kind kind) throws IOException {
        String asked = System.getProperty(DEVICE_PROPERTY, "").strip();
        if (!asked.isEmpty()) {
            if (NetworkInterface.getByName(asked) == null) {
                throw new Unavailable(remedies.noSuchDevice(asked));
            }
            return attachPrepared(kind, List.of(NetworkInterface.getByName(asked)));
        }
        Optional<Device> ours = made.make(kind);
        return ours.isPresent() ? ours.get() : attachPrepared(kind, prepared());
    }

    private static List<NetworkInterface> prepared() throws SocketException {
        String asked = System.getProperty(DEVICE_PROPERTY, "").strip();
        return NetworkInterface.networkInterfaces()
                .filter(each -> asked.isEmpty()
                        ? each.getName().startsWith(PREPARED)
                        : each.getName().equals(asked))
                .sorted(Comparator.comparing(NetworkInterface::getName))
                .toList();
    }

    private Device attachPrepared(Kind kind, List<NetworkInterface> candidates) throws IOException {
        List<String> busy = new ArrayList<>();
        @Nullable Unavailable unfit = null;
        for (NetworkInterface candidate : candidates) {
            Optional<Device> known = open.values().stream()
                    .filter(device -> device.name().equals(candidate.getName()))
                    .findFirst();
            if (known.isPresent() && candidate.getMTU() == kind.mtu()) {
                known.get().engine().requireSingleSegments();
                return known.get();
            }
            try {
                return attachPrepared(kind, candidate);
            } catch (TunFile.Refused e) {
                if (e.errno() == LinuxCalls.EBUSY) {
                    busy.add(candidate.getName());
                }
            } catch (Unavailable e) {
                unfit = e;
            }
        }
        if (unfit != null) {
            throw unfit;
        }
        throw new Unavailable(busy.isEmpty() ? remedies.noDevice() : remedies.inUse(String.join(", ", busy)));
    }

    private Device attachPrepared(Kind kind, NetworkInterface candidate) throws IOException {
        String name = candidate.getName();
        AddressPlan plan = AddressPlan.of(candidate);
        if (plan == null) {
            throw new Unavailable(remedies.noAddress(name));
        }
        if (candidate.getMTU() != kind.mtu()) {
            throw new Unavailable(remedies.otherMtu(name, candidate.getMTU(), kind.mtu()));
        }
        TunFile file = MadeDevices.openNode(remedies);
        try {
            file.attach(name);
            if (!comesUp(candidate)) {
                throw new Unavailable(remedies.down(name));
            }
            file.acceptLargeSegments(kind.large());
            return new Device(name, plan, new TunEngine(file, plan, Ticker.system()), false);
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    /**
     * A device that nobody was attached to has no carrier. The kernel takes note of the new one a moment later, in a work queue of its
     * own (net/core/link_watch.c), and only then does a device that is up carry packets.
     */
    private static boolean comesUp(NetworkInterface device) throws SocketException {
        long from = Ticker.system().nanos();
        while (!device.isUp()) {
            if (Ticker.system().nanos() - from > LONGEST_CARRIER_NANOS) {
                return false;
            }
            LockSupport.parkNanos(CARRIER_POLL_NANOS);
        }
        return true;
    }
}
