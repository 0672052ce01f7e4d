/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import com.sun.jna.LastErrorException;
import com.sun.jna.Platform;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * What the kernel said last of TCP sockets that have ended: its notices on the group SKNLGRP_INET_TCP_DESTROY and its IPv6 twin
 * ({@code include/uapi/linux/sock_diag.h}). A socket that is only looked at now and then would take the bytes of its last
 * moments with it. Needs CAP_NET_ADMIN; where that is missing nothing is told. Thread-safe.
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class EndedSockets implements AutoCloseable {

    private static final int INET_TCP_DESTROY = 1;
    private static final int INET6_TCP_DESTROY = 3;
    /** Notices of all sockets of the machine lie here until the next look; what finds no room is not told. */
    private static final int ROOM_BYTES = 4 << 20;

    private static final int MESSAGE_BYTES = 8192;

    private final byte[] buffer = new byte[MESSAGE_BYTES];
    /** Null where the kernel tells nothing. */
    private final @Nullable NetlinkSocket socket;

    private EndedSockets(@Nullable NetlinkSocket socket) {
        this.socket = socket;
    }

    /** Listens to what becomes of the sockets of this network namespace from now on. */
    public static EndedSockets ofThisHost() {
        if (!Platform.isLinux()) {
            return new EndedSockets(null);
        }
        try {
            return new EndedSockets(listening(new NetlinkSocket(LibC.NETLINK_SOCK_DIAG)));
        } catch (LastErrorException | LinkageError e) {
            return new EndedSockets(null);
        }
    }

    private static @Nullable NetlinkSocket listening(NetlinkSocket socket) {
        try {
            socket.listen(1 << (INET_TCP_DESTROY - 1) | 1 << (INET6_TCP_DESTROY - 1));
            socket.setRoom(ROOM_BYTES);
            return socket;
        } catch (LastErrorException e) {
            socket.close();
            return null;
        }
    }

    /** Returns whether the kernel tells of ended sockets. */
    public synchronized boolean areTold() {
        return socket != null && socket.isOpen();
    }

    /** Returns what was told since the last call, without waiting. */
    public synchronized List<SeenSocket> take() {
        List<SeenSocket> ended = new ArrayList<>();
        while (socket != null && socket.isOpen()) {
            try {
                int length = socket.receiveNow(buffer);
                SockDiagMessages.parseAll(Arrays.copyOf(buffer, length), ended::add);
            } catch (LastErrorException e) {
                break; // nothing more for now, or more than fitted: what was lost was not looked at either
            }
        }
        return ended;
    }

    @Override
    public synchronized void close() {
        if (socket != null) {
            socket.close();
        }
    }
}
