/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

import com.sun.jna.Native;
import com.sun.jna.Pointer;

/**
 * The few calls of the C library that a TUN device needs, mapped directly. Sizes and addresses are {@code long}, so 64-bit Linux
 * only. Each answers -1 on failure; {@link #lastError()} then tells why.
 */
final class LinuxCalls {

    static final int O_RDWR_NONBLOCK_CLOEXEC = 2 | 0x800 | 0x80000;
    static final int EFD_NONBLOCK_CLOEXEC = 0x800 | 0x80000;
    static final short POLLIN = 1;
    static final short POLLERR = 8;

    static final int EPERM = 1;
    static final int ENOENT = 2;
    static final int EINTR = 4;
    static final int EIO = 5;
    static final int ENXIO = 6;
    static final int EAGAIN = 11;
    static final int EACCES = 13;
    static final int EBUSY = 16;
    static final int ENODEV = 19;
    static final int EBADFD = 77;

    /** {@code linux/if_tun.h}. */
    static final long TUNSETIFF = 0x400454caL;

    static final long TUNSETOFFLOAD = 0x400454d0L;

    private static final int PR_SET_TIMERSLACK = 29;
    /** To Linux a process of number 0 is the calling thread alone. */
    private static final int PRIO_PROCESS = 0;

    private static final int NICENESS = -15;

    static {
        Native.register(LinuxCalls.class, "c");
    }

    private LinuxCalls() {}

    static native int open(String path, int flags);

    static native int close(int fd);

    static native int ioctl(int fd, long request, Pointer argument);

    /** The same call with a number for its argument. */
    static native int ioctl(int fd, long request, long argument);

    static native long read(int fd, long address, long length);

    static native long write(int fd, long address, long length);

    static native int eventfd(int initial, int flags);

    static native int ppoll(Pointer fds, long count, Pointer timeout, Pointer signals);

    private static native int prctl(int option, long a, long b, long c, long d);

    /** Returns why the last call of this thread failed ({@code errno}). */
    static int lastError() {
        return Native.getLastError();
    }

    private static native int setpriority(int which, int who, int niceness);

    /**
     * Lets waits of this thread end when they should, not up to 50 microseconds later as by default, and where the process may do
     * that, lets it run before threads that have longer to do: what it does takes microseconds.
     */
    static void makeThisThreadPunctual() {
        prctl(PR_SET_TIMERSLACK, 1, 0, 0, 0);
        setpriority(PRIO_PROCESS, 0, NICENESS);
    }
}
