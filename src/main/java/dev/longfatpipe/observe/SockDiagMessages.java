/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Requests and answers of sock_diag ({@code include/uapi/linux/inet_diag.h}, {@code sock_diag(7)}): bytes in, values out, no
 * input or output.
 */
final class SockDiagMessages {

    private static final int HEADER_BYTES = 16;
    private static final int REQUEST_BYTES = HEADER_BYTES + 56;
    private static final int REQUEST_ALL_BYTES = HEADER_BYTES + 60;
    private static final int DIAG_BYTES = 72;
    private static final short SOCK_DIAG_BY_FAMILY = 20;
    /** The older request, which ss uses too: one walk over the kernel's table answers it for both families. */
    private static final short TCPDIAG_GETSOCK = 18;

    private static final short NLMSG_ERROR = 2;
    private static final int ENOENT = 2;
    private static final short NLMSG_DONE = 3;
    private static final short NLM_F_REQUEST = 1;
    private static final short NLM_F_DUMP = 0x300;
    /** Every state but TIME_WAIT, CLOSE and LISTEN, as bits. */
    private static final int LIVING = 0xfff & ~(1 << 6 | 1 << 7 | 1 << 10);

    private static final byte AF_INET = 2;
    private static final byte AF_INET6 = 10;
    private static final byte IPPROTO_TCP = 6;
    private static final int INET_DIAG_INFO = 2;
    private static final int INET_DIAG_SKMEMINFO = 7;
    private static final byte EXTENSIONS = 1 << (INET_DIAG_INFO - 1) | 1 << (INET_DIAG_SKMEMINFO - 1);
    private static final int ANY_STATE = -1;
    private static final int NO_COOKIE = -1;
    private static final int LISTEN = 10;
    private static final int ATTRIBUTE_TYPE_MASK = 0x3fff;

    private SockDiagMessages() {}

    /** Writes the request for the one TCP socket with these addresses. */
    static byte[] request(int sequence, InetSocketAddress local, InetSocketAddress remote) {
        boolean four = local.getAddress() instanceof Inet4Address;
        ByteBuffer request = ByteBuffer.allocate(REQUEST_BYTES).order(ByteOrder.nativeOrder());
        begin(request, sequence, four ? AF_INET : AF_INET6);
        request.order(ByteOrder.BIG_ENDIAN).putShort((short) local.getPort()).putShort((short) remote.getPort());
        request.put(sixteen(local.getAddress())).put(sixteen(remote.getAddress()));
        request.order(ByteOrder.nativeOrder()).putInt(0).putInt(NO_COOKIE).putInt(NO_COOKIE);
        return request.array();
    }

    /** Writes the request for all TCP connections, of both families. */
    static byte[] requestAll(int sequence) {
        ByteBuffer request = ByteBuffer.allocate(REQUEST_ALL_BYTES).order(ByteOrder.nativeOrder());
        header(request, TCPDIAG_GETSOCK, (short) (NLM_F_REQUEST | NLM_F_DUMP), sequence);
        request.put(HEADER_BYTES + 3, EXTENSIONS).putInt(REQUEST_ALL_BYTES - 8, LIVING);
        return request.array();
    }

    private static void begin(ByteBuffer request, int sequence, byte family) {
        header(request, SOCK_DIAG_BY_FAMILY, NLM_F_REQUEST, sequence);
        request.put(family).put(IPPROTO_TCP).put(EXTENSIONS).put((byte) 0).putInt(ANY_STATE);
    }

    private static void header(ByteBuffer request, short type, short flags, int sequence) {
        request.putInt(request.capacity())
                .putShort(type)
                .putShort(flags)
                .putInt(sequence)
                .putInt(0);
    }

    private static byte[] sixteen(InetAddress address) {
        return Arrays.copyOf(address.getAddress(), 16);
    }

    /** Returns whether a message answers a request. */
    static boolean answers(int sequence, byte[] bytes, int length) {
        return length >= HEADER_BYTES
                && ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()).getInt(8) == sequence;
    }

    /**
     * Returns whether an answer says that there is no such connection. Where there is none, the kernel names the socket that
     * listens at the local address, if there is one.
     */
    static boolean saysGone(byte[] bytes) {
        ByteBuffer answer = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
        if (bytes.length >= HEADER_BYTES + 4 && answer.getShort(4) == NLMSG_ERROR) {
            return answer.getInt(HEADER_BYTES) == -ENOENT;
        }
        return bytes.length >= HEADER_BYTES + DIAG_BYTES
                && answer.getShort(4) == SOCK_DIAG_BY_FAMILY
                && answer.get(HEADER_BYTES + 1) == LISTEN;
    }

    /**
     * Reads an answer.
     *
     * @param bytes what was received
     * @return the record; empty when the answer is an error or is not whole, and when it is about a listening socket
     */
    static Optional<SocketRecord> parse(byte[] bytes) {
        ByteBuffer answer = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
        if (bytes.length < HEADER_BYTES + DIAG_BYTES
                || answer.getShort(4) != SOCK_DIAG_BY_FAMILY
                || answer.get(HEADER_BYTES + 1) == LISTEN) {
            return Optional.empty();
        }
        return Optional.of(record(answer));
    }

    /**
     * Reads what was received of an answer about many sockets, or of the news that sockets have ended.
     *
     * @param bytes one or more messages
     * @param sockets takes every connection that is told of
     * @return whether more is to come
     */
    static boolean parseAll(byte[] bytes, Consumer<SeenSocket> sockets) {
        int at = 0;
        while (at + HEADER_BYTES <= bytes.length) {
            ByteBuffer rest =
                    ByteBuffer.wrap(bytes, at, bytes.length - at).slice().order(ByteOrder.nativeOrder());
            int length = rest.getInt(0);
            short type = rest.getShort(4);
            if (type == NLMSG_DONE || type == NLMSG_ERROR || length < HEADER_BYTES || length > rest.capacity()) {
                return false;
            }
            if (length >= HEADER_BYTES + DIAG_BYTES && rest.get(HEADER_BYTES + 1) != LISTEN) {
                socket(rest).ifPresent(sockets);
            }
            at += (length + 3) & ~3;
        }
        return true;
    }

    private static Optional<SeenSocket> socket(ByteBuffer answer) {
        int addressBytes = answer.get(HEADER_BYTES) == AF_INET ? 4 : 16;
        answer.order(ByteOrder.BIG_ENDIAN);
        int localPort = answer.getShort(HEADER_BYTES + 4) & 0xffff;
        int remotePort = answer.getShort(HEADER_BYTES + 6) & 0xffff;
        answer.order(ByteOrder.nativeOrder());
        byte[] local = new byte[addressBytes];
        byte[] remote = new byte[addressBytes];
        answer.get(HEADER_BYTES + 8, local).get(HEADER_BYTES + 24, remote);
        try {
            // An IPv4 address that is written as IPv6 (RFC 4291, section 2.5.5.2) becomes the IPv4 address again.
            return Optional.of(new SeenSocket(
                    new InetSocketAddress(InetAddress.getByAddress(local), localPort),
                    new InetSocketAddress(InetAddress.getByAddress(remote), remotePort),
                    record(answer)));
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }

    private static SocketRecord record(ByteBuffer answer) {
        int end = (int) Math.min(answer.getInt(0) & 0xffff_ffffL, answer.capacity());
        long receiveQueue = answer.getInt(HEADER_BYTES + 56) & 0xffff_ffffL;
        long sendQueue = answer.getInt(HEADER_BYTES + 60) & 0xffff_ffffL;
        TcpInfo info = TcpInfo.onlyState(answer.get(HEADER_BYTES + 1) & 0xff);
        long receiveBuffer = 0;
        long sendBuffer = 0;
        long sendMemory = 0;
        int at = HEADER_BYTES + DIAG_BYTES;
        while (at + 4 <= end) {
            int length = answer.getShort(at) & 0xffff;
            if (length < 4 || at + length > end) {
                break;
            }
            int type = answer.getShort(at + 2) & ATTRIBUTE_TYPE_MASK;
            if (type == INET_DIAG_SKMEMINFO && length >= 4 + 16) {
                receiveBuffer = answer.getInt(at + 8) & 0xffff_ffffL;
                sendBuffer = answer.getInt(at + 16) & 0xffff_ffffL;
                sendMemory = length >= 4 + 24 ? answer.getInt(at + 24) & 0xffff_ffffL : 0;
            } else if (type == INET_DIAG_INFO) {
                info = TcpInfoReader.read(answer, at + 4, length - 4);
            }
            at += (length + 3) & ~3;
        }
        return new SocketRecord(receiveBuffer, sendBuffer, receiveQueue, sendQueue, sendMemory, info);
    }
}
