/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import dev.longfatpipe.observe.Netlink;
import dev.longfatpipe.observe.NetlinkAttributes;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Requests and answers about queueing disciplines ({@code include/uapi/linux/rtnetlink.h}, {@code gen_stats.h}): bytes in, values out, no
 * input or output.
 */
final class QdiscMessages {

    static final int RTM_NEWLINK = 16;
    static final int RTM_GETLINK = 18;
    static final int RTM_NEWQDISC = 36;
    static final int RTM_GETQDISC = 38;

    private static final int IFINFOMSG_BYTES = 16;
    private static final int IFLA_IFNAME = 3;
    private static final int TCMSG_BYTES = 20;
    private static final int TCA_KIND = 1;
    private static final int TCA_STATS2 = 7;
    private static final int TCA_STATS_BASIC = 1;
    private static final int TCA_STATS_QUEUE = 3;
    private static final int TCA_STATS_PKT64 = 8;
    private static final int LONGEST_NAME_BYTES = 16;
    private static final long UNSIGNED = 0xffff_ffffL;

    private QdiscMessages() {}

    /** Returns the body of the request for a device by its name. */
    static byte[] device(String name) {
        ByteBuffer body = ByteBuffer.allocate(IFINFOMSG_BYTES + NetlinkAttributes.HEADER_BYTES + LONGEST_NAME_BYTES)
                .order(ByteOrder.nativeOrder())
                .position(IFINFOMSG_BYTES);
        NetlinkAttributes.write(body, IFLA_IFNAME, (name + "\0").getBytes(StandardCharsets.US_ASCII));
        return Arrays.copyOf(body.array(), body.position());
    }

    /** Reads the index of a device. */
    static OptionalInt index(Netlink.Message answer) {
        ByteBuffer body = answer.body();
        return answer.type() == RTM_NEWLINK && body.limit() >= IFINFOMSG_BYTES
                ? OptionalInt.of(body.getInt(4))
                : OptionalInt.empty();
    }

    /** Returns the body of the request for all queueing disciplines of a namespace. */
    static byte[] all() {
        return new byte[TCMSG_BYTES];
    }

    /** Returns whether a message is about a queueing discipline of a device. */
    static boolean isOf(int device, Netlink.Message message) {
        return message.type() == RTM_NEWQDISC
                && message.body().limit() >= TCMSG_BYTES
                && message.body().getInt(4) == device;
    }

    /** Reads what a queueing discipline has done. Its options are left out. */
    static Qdisc read(Netlink.Message message) {
        ByteBuffer body = message.body();
        String[] kind = {""};
        long[] counted = new long[5];
        NetlinkAttributes.read(body, TCMSG_BYTES, body.limit(), (type, from, to) -> {
            if (type == TCA_KIND) {
                kind[0] = text(body, from, to);
            } else if (type == TCA_STATS2) {
                NetlinkAttributes.read(
                        body, from, to, (statistic, at, end) -> readStatistic(body, statistic, at, end, counted));
            }
        });
        String handle = Integer.toHexString(body.getInt(8) >>> 16) + ":";
        return new Qdisc(kind[0], handle, Map.of(), counted[0], counted[1], counted[2], counted[3], counted[4]);
    }

    /** Into bytes, packets, drops, backlog, and packets in the queue. */
    private static void readStatistic(ByteBuffer body, int type, int from, int to, long[] counted) {
        int length = to - from;
        if (type == TCA_STATS_BASIC && length >= 12) {
            counted[0] = body.getLong(from);
            counted[1] = Math.max(counted[1], body.getInt(from + 8) & UNSIGNED);
        } else if (type == TCA_STATS_PKT64 && length >= 8) {
            counted[1] = body.getLong(from);
        } else if (type == TCA_STATS_QUEUE && length >= 12) {
            counted[4] = body.getInt(from) & UNSIGNED;
            counted[3] = body.getInt(from + 4) & UNSIGNED;
            counted[2] = body.getInt(from + 8) & UNSIGNED;
        }
    }

    private static String text(ByteBuffer body, int from, int to) {
        StringBuilder text = new StringBuilder();
        for (int at = from; at < to && body.get(at) != 0; at++) {
            text.append((char) (body.get(at) & 0xff));
        }
        return text.toString();
    }
}
