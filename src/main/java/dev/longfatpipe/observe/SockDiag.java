/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import com.sun.jna.LastErrorException;
import com.sun.jna.Platform;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The socket table of Linux, by sock_diag over one netlink socket that stays open. */
final class SockDiag implements SocketTable {

    /** As much as the kernel puts into one message of an answer about many sockets. */
    private static final int ANSWER_BYTES = 65_536;
    /** The kernel answers at once; a receive that takes this long has lost its answer. */
    private static final long RECEIVE_TIMEOUT_MICROS = 200_000;

    private static final int MOST_STALE_ANSWERS = 4;

    /** More than the kernel has to say of one socket. */
    private static final int ONE_ANSWER_BYTES = 4_096;

    private final byte[] buffer = new byte[ANSWER_BYTES];
    private final byte[] oneBuffer = new byte[ONE_ANSWER_BYTES];
    private final NetlinkSocket socket;
    private int sequence;

    private SockDiag(NetlinkSocket socket) {
        this.socket = socket;
    }

    static SocketTable openOrNothing() {
        if (!Platform.isLinux()) {
            return new NoSocketTable("this is not Linux");
        }
        try {
            NetlinkSocket socket = new NetlinkSocket(LibC.NETLINK_SOCK_DIAG);
            socket.setReceiveTimeout(RECEIVE_TIMEOUT_MICROS);
            return new SockDiag(socket);
        } catch (LastErrorException e) {
            return new NoSocketTable("this kernel has no sock_diag: " + e.getMessage());
        } catch (LinkageError e) {
            return new NoSocketTable(
                    "JNA cannot load its native library, for which java.io.tmpdir must be a folder that may be"
                            + " written and run from: " + e.getMessage());
        }
    }

    @Override
    public Optional<SocketRecord> find(InetSocketAddress local, InetSocketAddress remote) {
        return ask(local, remote).flatMap(SockDiagMessages::parse);
    }

    @Override
    public synchronized List<SeenSocket> connections() {
        List<SeenSocket> found = new ArrayList<>();
        if (!socket.isOpen()) {
            return found;
        }
        try {
            socket.send(SockDiagMessages.requestAll(++sequence));
            boolean more = true;
            while (more) {
                int length = socket.receive(buffer);
                if (SockDiagMessages.answers(sequence, buffer, length)) {
                    more = SockDiagMessages.parseAll(Arrays.copyOf(buffer, length), found::add);
                }
            }
        } catch (LastErrorException e) {
            // What has been told so far is true; the rest is seen the next time.
        }
        return found;
    }

    @Override
    public boolean isGone(InetSocketAddress local, InetSocketAddress remote) {
        return ask(local, remote).map(SockDiagMessages::saysGone).orElse(false);
    }

    /** Returns the kernel's answer about one socket; empty when it did not come. */
    private synchronized Optional<byte[]> ask(InetSocketAddress local, InetSocketAddress remote) {
        if (!socket.isOpen() || local.isUnresolved() || remote.isUnresolved()) {
            return Optional.empty();
        }
        try {
            socket.send(SockDiagMessages.request(++sequence, local, remote));
            for (int i = 0; i < MOST_STALE_ANSWERS; i++) {
                int length = socket.receive(oneBuffer);
                if (SockDiagMessages.answers(sequence, oneBuffer, length)) {
                    return Optional.of(Arrays.copyOf(oneBuffer, length));
                }
            }
            return Optional.empty();
        } catch (LastErrorException e) {
            return Optional.empty();
        }
    }

    @Override
    public boolean isAvailable() {
        return true;
    }

    @Override
    public synchronized void close() {
        socket.close();
    }
}
