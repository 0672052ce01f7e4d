/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import java.io.IOException;

/** An open {@code /dev/net/tun}, and the device it is attached to. Reads and writes never block. */
final class TunFile implements AutoCloseable {

    private static final String NODE = "/dev/net/tun";
    private static final int IFREQ_BYTES = 40;
    private static final int NAME_BYTES = 16;
    private static final int IFF_TUN = 0x0001;
    private static final int IFF_NO_PI = 0x1000;
    private static final int IFF_VNET_HDR = 0x4000;
    /** TUN_F_CSUM, TUN_F_TSO4, TUN_F_TSO6. */
    private static final long LARGE_SEGMENTS = 1 | 2 | 4;

    private final int fd;
    private String name = "";

    private TunFile(int fd) {
        this.fd = fd;
    }

    /** A call that the kernel refused. */
    static final class Refused extends IOException {
        private static final long serialVersionUID = 1;

        private final int errno;

        Refused(String what, int errno) {
            super(what + " failed with errno " + errno);
            this.errno = errno;
        }

        int errno() {
            return errno;
        }
    }

    static TunFile open() throws Refused {
        return open(NODE);
    }

    static TunFile open(String node) throws Refused {
        int fd = LinuxCalls.open(node, LinuxCalls.O_RDWR_NONBLOCK_CLOEXEC);
        if (fd < 0) {
            throw new Refused("open " + node, LinuxCalls.lastError());
        }
        return new TunFile(fd);
    }

    /**
     * Attaches it to a device, which must be there already and be this user's; a privileged process makes it otherwise, to be gone
     * when this file is closed.
     *
     * @param asked its name; with {@code %d} in it the kernel puts the first free number there
     */
    void attach(String asked) throws Refused {
        try (Memory ifreq = new Memory(IFREQ_BYTES)) {
            ifreq.clear();
            byte[] ascii = Native.toByteArray(asked, "US-ASCII");
            ifreq.write(0, ascii, 0, Math.min(ascii.length, NAME_BYTES - 1));
            ifreq.setShort(NAME_BYTES, (short) (IFF_TUN | IFF_NO_PI | IFF_VNET_HDR));
            if (LinuxCalls.ioctl(fd, LinuxCalls.TUNSETIFF, ifreq) < 0) {
                throw new Refused("TUNSETIFF " + asked, LinuxCalls.lastError());
            }
            name = ifreq.getString(0, "US-ASCII");
        }
    }

    /** Returns the name of the device it is attached to. */
    String name() {
        return name;
    }

    int fd() {
        return fd;
    }

    /** Says whether the kernel may hand over packets that are to be cut into segments, without their checksums. */
    void acceptLargeSegments(boolean large) throws Refused {
        if (LinuxCalls.ioctl(fd, LinuxCalls.TUNSETOFFLOAD, large ? LARGE_SEGMENTS : 0) < 0) {
            throw new Refused("TUNSETOFFLOAD", LinuxCalls.lastError());
        }
    }

    /** Lets go of the device; one that was not made beforehand is gone then. */
    @Override
    public void close() {
        LinuxCalls.close(fd);
    }
}
