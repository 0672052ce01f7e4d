/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import com.sun.jna.LastErrorException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.apiguardian.api.API;

/**
 * A netlink socket ({@code netlink(7)}) of some network namespace: requests and their answers, and what the kernel tells of its own
 * accord. Linux only. Thread-safe.
 */
@API(status = API.Status.INTERNAL)
public final class Netlink implements AutoCloseable {

    /** Devices, addresses, queueing disciplines ({@code rtnetlink(7)}). */
    public static final int ROUTE = 0;

    /** Netfilter, and with it conntrack. */
    public static final int NETFILTER = 12;

    /** Bytes of the header of a message. */
    private static final int HEADER_BYTES = 16;

    private static final int ANSWER_BYTES = 65_536;
    private static final short NLM_F_REQUEST = 1;
    private static final short NLM_F_DUMP = 0x300;
    private static final short NLMSG_ERROR = 2;
    private static final short NLMSG_DONE = 3;
    private static final int ENOENT = 2;
    private static final long RECEIVE_TIMEOUT_MICROS = 2_000_000;
    private static final int O_RDONLY_CLOEXEC = 0x80000;
    private static final int CLONE_NEWNET = 0x40000000;
    private static final int UNASKED = 0;

    private final byte[] buffer = new byte[ANSWER_BYTES];
    private final NetlinkSocket socket;
    private int sequence;

    private Netlink(NetlinkSocket socket) {
        this.socket = socket;
    }

    /**
     * What the kernel says.
     *
     * @param type what it is about
     * @param body in the byte order of this machine, from position 0
     */
    public record Message(int type, ByteBuffer body) {}

    /**
     * Opens a socket in another network namespace, to which it belongs for good.
     *
     * @param namespace the file of the namespace, such as {@code /var/run/netns/NAME}
     * @param protocol such as {@link #ROUTE}
     * @throws IOException if the namespace may not be entered, which takes CAP_SYS_ADMIN, or does not exist
     */
    public static Netlink in(Path namespace, int protocol) throws IOException {
        CompletableFuture<Netlink> opened = new CompletableFuture<>();
        // A thread that has entered another namespace is of no use to anybody else.
        Thread inside = new Thread(() -> enter(namespace, protocol, opened), "longfatpipe-netlink");
        inside.setDaemon(true);
        inside.start();
        try {
            return opened.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            opened.cancel(false);
            closeIfOpened(opened);
            throw new IOException("interrupted while namespace [" + namespace + "] was entered", e);
        } catch (ExecutionException e) {
            Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
            throw new IOException("namespace [" + namespace + "] cannot be entered: " + cause.getMessage(), cause);
        }
    }

    /** It came after all: nobody else would close it, and it would keep the namespace. */
    private static void closeIfOpened(CompletableFuture<Netlink> opened) {
        if (!opened.isCompletedExceptionally()) {
            opened.join().close();
        }
    }

    private static void enter(Path namespace, int protocol, CompletableFuture<Netlink> opened) {
        try {
            int file = LibC.open(namespace.toString(), O_RDONLY_CLOEXEC);
            try {
                LibC.setns(file, CLONE_NEWNET);
            } finally {
                LibC.close(file);
            }
            NetlinkSocket socket = new NetlinkSocket(protocol);
            socket.setReceiveTimeout(RECEIVE_TIMEOUT_MICROS);
            Netlink netlink = new Netlink(socket);
            if (!opened.complete(netlink)) {
                netlink.close();
            }
        } catch (RuntimeException | Error e) {
            opened.completeExceptionally(e);
        }
    }

    /**
     * Asks for one thing.
     *
     * @param type of the request
     * @param body what follows the header
     * @return the answers, one as a rule; none when there is no such thing (ENOENT)
     * @throws IOException when the kernel refuses it
     */
    public List<Message> ask(int type, byte[] body) throws IOException {
        return ask(type, NLM_F_REQUEST, body);
    }

    /**
     * Asks for all there is of something.
     *
     * @param type of the request
     * @param body what follows the header
     * @return the answers
     * @throws IOException when the kernel refuses it
     */
    public List<Message> dump(int type, byte[] body) throws IOException {
        return ask(type, (short) (NLM_F_REQUEST | NLM_F_DUMP), body);
    }

    /**
     * Has the kernel tell what happens, from now on. A socket that listens is not to be asked anything.
     *
     * @param groups of the kernel's news, as bits: group 1 is bit 0
     * @throws IOException when the kernel refuses it
     */
    public synchronized void listen(int groups) throws IOException {
        try {
            socket.listen(groups);
        } catch (LastErrorException e) {
            throw new IOException("netlink does not tell what happens: " + e.getMessage(), e);
        }
    }

    /** Returns what was told since the last call, without waiting. What found no room in the socket is missing. */
    public synchronized List<Message> news() throws IOException {
        List<Message> news = new ArrayList<>();
        while (socket.isOpen()) {
            try {
                int length = socket.receiveNow(buffer);
                read(ByteBuffer.wrap(buffer, 0, length), UNASKED, news);
            } catch (LastErrorException e) {
                break; // nothing more for now, or more than fitted
            }
        }
        return news;
    }

    private synchronized List<Message> ask(int type, short flags, byte[] body) throws IOException {
        if (!socket.isOpen()) {
            throw new IOException("the netlink socket is closed");
        }
        try {
            socket.send(request(type, flags, ++sequence, body));
            List<Message> answers = new ArrayList<>();
            boolean more = true;
            while (more) {
                int length = socket.receive(buffer);
                more = read(ByteBuffer.wrap(buffer, 0, length), sequence, answers)
                        && (flags != NLM_F_REQUEST || answers.isEmpty());
            }
            return answers;
        } catch (LastErrorException e) {
            throw new IOException("netlink does not answer: " + e.getMessage(), e);
        }
    }

    private static byte[] request(int type, short flags, int sequence, byte[] body) {
        return ByteBuffer.allocate(HEADER_BYTES + body.length)
                .order(ByteOrder.nativeOrder())
                .putInt(HEADER_BYTES + body.length)
                .putShort((short) type)
                .putShort(flags)
                .putInt(sequence)
                .putInt(0)
                .put(body)
                .array();
    }

    /**
     * Reads what was received.
     *
     * @param sequence the number of the request; answers to others are passed over
     * @param answers takes copies of the messages
     * @return whether more is to come
     * @throws IOException when the kernel says that it refuses the request
     */
    static boolean read(ByteBuffer received, int sequence, List<Message> answers) throws IOException {
        int at = received.position();
        while (at + HEADER_BYTES <= received.limit()) {
            ByteBuffer rest = received.slice(at, received.limit() - at).order(ByteOrder.nativeOrder());
            int length = rest.getInt(0);
            if (length < HEADER_BYTES || length > rest.capacity()) {
                throw new IOException("netlink sent a message of " + length + " bytes in " + rest.capacity());
            }
            if (rest.getInt(8) == sequence) {
                int type = rest.getShort(4) & 0xffff;
                if (type == NLMSG_DONE) {
                    return false;
                }
                if (type == NLMSG_ERROR) {
                    requireAccepted(rest, length);
                    return false;
                }
                answers.add(new Message(type, copy(rest, length)));
            }
            at += (length + 3) & ~3;
        }
        return true;
    }

    private static void requireAccepted(ByteBuffer message, int length) throws IOException {
        int error = length < HEADER_BYTES + 4 ? 0 : -message.getInt(HEADER_BYTES);
        if (error != 0 && error != ENOENT) {
            throw new IOException("netlink refuses the request with errno " + error);
        }
    }

    private static ByteBuffer copy(ByteBuffer message, int length) {
        byte[] body = new byte[length - HEADER_BYTES];
        message.get(HEADER_BYTES, body);
        return ByteBuffer.wrap(body).order(ByteOrder.nativeOrder());
    }

    @Override
    public synchronized void close() {
        socket.close();
    }
}
