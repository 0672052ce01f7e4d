/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import com.sun.jna.LastErrorException;
import com.sun.jna.NativeLong;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A descriptor of a netlink socket. What the kernel refuses is a {@link LastErrorException}, and so is every use after it was closed. Not
 * thread-safe.
 */
final class NetlinkSocket implements AutoCloseable {

    private static final int SOCKADDR_NL_BYTES = 12;
    private static final int TIMEVAL_BYTES = 16;
    private static final long MICROS_PER_SECOND = 1_000_000L;
    private static final int MSG_DONTWAIT = 0x40;
    private static final int CLOSED = -1;

    private int fd;

    /** Opens one in the network namespace of this thread. */
    NetlinkSocket(int protocol) {
        fd = LibC.socket(LibC.AF_NETLINK, LibC.SOCK_RAW_CLOEXEC, protocol);
    }

    boolean isOpen() {
        return fd != CLOSED;
    }

    /** A receive that takes longer than this fails. */
    void setReceiveTimeout(long micros) {
        byte[] timeout = ByteBuffer.allocate(TIMEVAL_BYTES)
                .order(ByteOrder.nativeOrder())
                .putLong(micros / MICROS_PER_SECOND)
                .putLong(micros % MICROS_PER_SECOND)
                .array();
        LibC.setsockopt(fd, LibC.SOL_SOCKET, LibC.SO_RCVTIMEO, timeout, timeout.length);
    }

    /** So much may wait to be received. */
    void setRoom(int bytes) {
        byte[] room = ByteBuffer.allocate(Integer.BYTES)
                .order(ByteOrder.nativeOrder())
                .putInt(bytes)
                .array();
        LibC.setsockopt(fd, LibC.SOL_SOCKET, LibC.SO_RCVBUF, room, room.length);
    }

    /**
     * Has the kernel tell what happens.
     *
     * @param groups of its news, as bits: group 1 is bit 0
     */
    void listen(int groups) {
        byte[] address = ByteBuffer.allocate(SOCKADDR_NL_BYTES)
                .order(ByteOrder.nativeOrder())
                .putShort((short) LibC.AF_NETLINK)
                .putShort((short) 0)
                .putInt(0) // the kernel chooses the port
                .putInt(groups)
                .array();
        LibC.bind(fd, address, address.length);
    }

    void send(byte[] request) {
        LibC.send(fd, request, new NativeLong(request.length), 0);
    }

    /** Waits for what comes next; returns how many bytes of the buffer it takes. */
    int receive(byte[] buffer) {
        return receive(buffer, 0);
    }

    /** The same of what is there already. */
    int receiveNow(byte[] buffer) {
        return receive(buffer, MSG_DONTWAIT);
    }

    private int receive(byte[] buffer, int flags) {
        return LibC.recv(fd, buffer, new NativeLong(buffer.length), flags).intValue();
    }

    /** Closing twice does nothing. */
    @Override
    public void close() {
        if (isOpen()) {
            int closing = fd;
            fd = CLOSED;
            try {
                LibC.close(closing);
            } catch (LastErrorException e) {
                // Nothing is left to be done about a descriptor that cannot be closed.
            }
        }
    }
}
