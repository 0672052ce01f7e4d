/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import com.sun.jna.LastErrorException;
import com.sun.jna.NativeLong;
import com.sun.jna.Platform;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apiguardian.api.API;

/**
 * What the kernel said last of TCP sockets that have ended: its notices on the group SKNLGRP_INET_TCP_DESTROY and its IPv6 twin
 * ({@code include/uapi/linux/sock_diag.h}). A socket that is only looked at now and then would take the bytes of its last
 * moments with it. Needs CAP_NET_ADMIN; where that is missing nothing is told. Thread-safe.
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class EndedSockets implements AutoCloseable {

    private static final int SOCKADDR_NL_BYTES = 12;
    private static final int INET_TCP_DESTROY = 1;
    private static final int INET6_TCP_DESTROY = 3;
    private static final int MSG_DONTWAIT = 0x40;
    private static final int SO_RCVBUF = 8;
    /** Notices of all sockets of the machine lie here until the next look; what finds no room is not told. */
    private static final int ROOM_BYTES = 4 << 20;

    private static final int MESSAGE_BYTES = 8192;

    private final byte[] buffer = new byte[MESSAGE_BYTES];
    private int fd;

    private EndedSockets(int fd) {
        this.fd = fd;
    }

    /** Listens to what becomes of the sockets of this network namespace from now on. */
    public static EndedSockets ofThisHost() {
        if (!Platform.isLinux()) {
            return new EndedSockets(-1);
        }
        try {
            EndedSockets ended =
                    new EndedSockets(LibC.socket(LibC.AF_NETLINK, LibC.SOCK_RAW_CLOEXEC, LibC.NETLINK_SOCK_DIAG));
            ended.listen();
            return ended;
        } catch (LastErrorException | LinkageError e) {
            return new EndedSockets(-1);
        }
    }

    private void listen() {
        byte[] address = ByteBuffer.allocate(SOCKADDR_NL_BYTES)
                .order(ByteOrder.nativeOrder())
                .putShort((short) LibC.AF_NETLINK)
                .putShort((short) 0)
                .putInt(0) // the kernel chooses the port
                .putInt(1 << (INET_TCP_DESTROY - 1) | 1 << (INET6_TCP_DESTROY - 1))
                .array();
        try {
            LibC.bind(fd, address, address.length);
            byte[] room = ByteBuffer.allocate(Integer.BYTES)
                    .order(ByteOrder.nativeOrder())
                    .putInt(ROOM_BYTES)
                    .array();
            LibC.setsockopt(fd, LibC.SOL_SOCKET, SO_RCVBUF, room, room.length);
        } catch (LastErrorException e) {
            close();
        }
    }

    /** Returns whether the kernel tells of ended sockets. */
    public synchronized boolean areTold() {
        return fd >= 0;
    }

    /** Returns what was told since the last call, without waiting. */
    public synchronized List<SeenSocket> take() {
        List<SeenSocket> ended = new ArrayList<>();
        while (fd >= 0) {
            try {
                int length = LibC.recv(fd, buffer, new NativeLong(buffer.length), MSG_DONTWAIT)
                        .intValue();
                SockDiagMessages.parseAll(Arrays.copyOf(buffer, length), ended::add);
            } catch (LastErrorException e) {
                break; // nothing more for now, or more than fitted: what was lost was not looked at either
            }
        }
        return ended;
    }

    @Override
    public synchronized void close() {
        if (fd >= 0) {
            int closing = fd;
            fd = -1;
            try {
                LibC.close(closing);
            } catch (LastErrorException e) {
                // Nothing is left to be done about a descriptor that cannot be closed.
            }
        }
    }
}
