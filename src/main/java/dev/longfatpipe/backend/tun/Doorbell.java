/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.io.IOException;

/** Waits for a device to have packets, for a time to come, or for another thread to ring. */
final class Doorbell implements AutoCloseable {

    private static final int POLLFD_BYTES = 8;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final int bell;
    private final Memory fds = new Memory(2 * POLLFD_BYTES);
    private final Memory timeout = new Memory(16);
    private final Memory one = new Memory(8);
    private final Memory rung = new Memory(8);
    private boolean closed;

    Doorbell(int deviceFd) throws IOException {
        bell = LinuxCalls.eventfd(0, LinuxCalls.EFD_NONBLOCK_CLOEXEC);
        if (bell < 0) {
            throw new IOException("eventfd failed with errno " + LinuxCalls.lastError());
        }
        one.setLong(0, 1);
        fds.setInt(0, bell);
        fds.setShort(4, LinuxCalls.POLLIN);
        fds.setInt(POLLFD_BYTES, deviceFd);
        fds.setShort(POLLFD_BYTES + 4, LinuxCalls.POLLIN);
    }

    /** Lets the waiting thread go on. From any thread. */
    synchronized void ring() {
        if (!closed) {
            LinuxCalls.write(bell, Pointer.nativeValue(one), 8);
        }
    }

    /** Waits. On one thread only. */
    void await(long nanos) {
        await(2, nanos);
    }

    /** Waits whether the device has packets or not. On the same thread. */
    void nap(long nanos) {
        await(1, nanos);
    }

    private void await(int descriptors, long nanos) {
        timeout.setLong(0, nanos / NANOS_PER_SECOND);
        timeout.setLong(8, nanos % NANOS_PER_SECOND);
        if (LinuxCalls.ppoll(fds, descriptors, timeout, Pointer.NULL) > 0 && fds.getShort(6) != 0) {
            LinuxCalls.read(bell, Pointer.nativeValue(rung), 8);
        }
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            LinuxCalls.close(bell);
            fds.close();
            timeout.close();
            one.close();
            rung.close();
        }
    }
}
