/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import dev.longfatpipe.observe.Netlink;
import dev.longfatpipe.observe.NetlinkAttributes;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Requests and answers of conntrack over IPv4 ({@code include/uapi/linux/netfilter/nfnetlink_conntrack.h}): bytes in, values out, no input
 * or output.
 */
final class ConntrackMessages {

    static final int NEW = 0x100;
    static final int GET = 0x101;
    /** The group that is told of new flows, as a bit (NFNLGRP_CONNTRACK_NEW). */
    static final int NEW_GROUP = 1;

    static final int UDP = 17;

    private static final int NFGENMSG_BYTES = 4;
    private static final byte AF_INET = 2;
    private static final int MOST_BYTES = 128;

    private static final int CTA_TUPLE_ORIG = 1;
    private static final int CTA_TUPLE_REPLY = 2;
    private static final int CTA_COUNTERS_ORIG = 9;
    private static final int CTA_COUNTERS_REPLY = 10;
    private static final int CTA_TUPLE_IP = 1;
    private static final int CTA_TUPLE_PROTO = 2;
    private static final int CTA_IP_V4_SRC = 1;
    private static final int CTA_IP_V4_DST = 2;
    private static final int CTA_PROTO_NUM = 1;
    private static final int CTA_PROTO_SRC_PORT = 2;
    private static final int CTA_PROTO_DST_PORT = 3;
    private static final int CTA_COUNTERS_PACKETS = 1;
    private static final int CTA_COUNTERS_BYTES = 2;
    private static final int NESTED = 0x8000;

    private ConntrackMessages() {}

    /** Returns the body of the request for a flow of UDP. */
    static byte[] request(ConntrackFlow.Tuple original) {
        byte[] addresses = attributes(
                attribute(CTA_IP_V4_SRC, original.from().getAddress().getAddress()),
                attribute(CTA_IP_V4_DST, original.to().getAddress().getAddress()));
        byte[] ports = attributes(
                attribute(CTA_PROTO_NUM, (byte) UDP),
                attribute(CTA_PROTO_SRC_PORT, port(original.from())),
                attribute(CTA_PROTO_DST_PORT, port(original.to())));
        byte[] tuple =
                attributes(attribute(CTA_TUPLE_IP | NESTED, addresses), attribute(CTA_TUPLE_PROTO | NESTED, ports));
        return attributes(new byte[] {AF_INET, 0, 0, 0}, attribute(CTA_TUPLE_ORIG | NESTED, tuple));
    }

    /** Returns the body of the request for all flows over IPv4. */
    static byte[] all() {
        return new byte[] {AF_INET, 0, 0, 0};
    }

    private static byte[] port(InetSocketAddress of) {
        return new byte[] {(byte) (of.getPort() >> 8), (byte) of.getPort()};
    }

    private static byte[] attribute(int type, byte... value) {
        ByteBuffer bytes = ByteBuffer.allocate(MOST_BYTES).order(ByteOrder.nativeOrder());
        NetlinkAttributes.write(bytes, type, value);
        return Arrays.copyOf(bytes.array(), bytes.position());
    }

    private static byte[] attributes(byte[]... each) {
        ByteBuffer bytes = ByteBuffer.allocate(MOST_BYTES);
        for (byte[] one : each) {
            bytes.put(one);
        }
        return Arrays.copyOf(bytes.array(), bytes.position());
    }

    /** Reads what is told of a flow; empty when it is about something else or not whole. */
    static Optional<ConntrackFlow> read(Netlink.Message message) {
        ByteBuffer body = message.body();
        boolean known = message.type() == NEW || message.type() == GET;
        if (!known || body.limit() < NFGENMSG_BYTES || body.get(0) != AF_INET) {
            return Optional.empty();
        }
        Reading reading = new Reading(body);
        NetlinkAttributes.read(body, NFGENMSG_BYTES, body.limit(), reading::attribute);
        return reading.flow();
    }

    /** A flow while it is read. */
    private static final class Reading {
        private final ByteBuffer body;
        private final ByteBuffer values;
        private int protocol;
        private ConntrackFlow.@Nullable Tuple original;
        private ConntrackFlow.@Nullable Tuple reply;
        private ConntrackFlow.@Nullable Counter there;
        private ConntrackFlow.@Nullable Counter back;

        Reading(ByteBuffer body) {
            this.body = body;
            this.values = body.duplicate().order(ByteOrder.BIG_ENDIAN);
        }

        void attribute(int type, int from, int to) {
            switch (type) {
                case CTA_TUPLE_ORIG -> original = tuple(from, to);
                case CTA_TUPLE_REPLY -> reply = tuple(from, to);
                case CTA_COUNTERS_ORIG -> there = counter(from, to);
                case CTA_COUNTERS_REPLY -> back = counter(from, to);
                default -> {
                    // of no use here
                }
            }
        }

        private ConntrackFlow.@Nullable Tuple tuple(int from, int to) {
            @Nullable InetAddress[] addresses = new InetAddress[2];
            int[] ports = {-1, -1};
            NetlinkAttributes.read(body, from, to, (type, at, end) -> {
                if (type == CTA_TUPLE_IP) {
                    NetlinkAttributes.read(body, at, end, (side, begin, stop) -> {
                        if ((side == CTA_IP_V4_SRC || side == CTA_IP_V4_DST) && stop - begin == 4) {
                            addresses[side - CTA_IP_V4_SRC] = address(begin);
                        }
                    });
                } else if (type == CTA_TUPLE_PROTO) {
                    NetlinkAttributes.read(body, at, end, (side, begin, stop) -> {
                        if (side == CTA_PROTO_NUM && stop > begin) {
                            protocol = body.get(begin) & 0xff;
                        } else if ((side == CTA_PROTO_SRC_PORT || side == CTA_PROTO_DST_PORT) && stop - begin == 2) {
                            ports[side - CTA_PROTO_SRC_PORT] = values.getShort(begin) & 0xffff;
                        }
                    });
                }
            });
            return addresses[0] == null || addresses[1] == null || ports[0] < 0 || ports[1] < 0
                    ? null
                    : new ConntrackFlow.Tuple(
                            new InetSocketAddress(addresses[0], ports[0]),
                            new InetSocketAddress(addresses[1], ports[1]));
        }

        private InetAddress address(int at) {
            byte[] bytes = new byte[4];
            body.get(at, bytes);
            try {
                return InetAddress.getByAddress(bytes);
            } catch (UnknownHostException e) {
                throw new IllegalStateException(e); // four bytes are an address
            }
        }

        private ConntrackFlow.Counter counter(int from, int to) {
            long[] counted = new long[2];
            NetlinkAttributes.read(body, from, to, (type, at, end) -> {
                if ((type == CTA_COUNTERS_PACKETS || type == CTA_COUNTERS_BYTES) && end - at == Long.BYTES) {
                    counted[type - CTA_COUNTERS_PACKETS] = values.getLong(at);
                }
            });
            return new ConntrackFlow.Counter(counted[0], counted[1]);
        }

        Optional<ConntrackFlow> flow() {
            if (original == null || reply == null) {
                return Optional.empty();
            }
            ConntrackFlow.Carried carried = there == null || back == null
                    ? ConntrackFlow.Carried.UNKNOWN
                    : new ConntrackFlow.Carried(there, back, true);
            return Optional.of(new ConntrackFlow(protocol, original, reply, carried));
        }
    }
}
