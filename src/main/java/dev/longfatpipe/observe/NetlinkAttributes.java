/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import java.nio.ByteBuffer;
import org.apiguardian.api.API;

/** The attributes that a netlink message is made of ({@code include/uapi/linux/netlink.h}): length, type, value. */
@API(status = API.Status.INTERNAL)
public final class NetlinkAttributes {

    /** Bytes in front of a value. */
    public static final int HEADER_BYTES = 4;

    /** Without the flags for nested attributes and for the byte order of the network. */
    private static final int TYPE_MASK = 0x3fff;

    private NetlinkAttributes() {}

    /** Takes an attribute. */
    @FunctionalInterface
    public interface Visitor {

        /**
         * Takes one.
         *
         * @param type of the attribute
         * @param from where its value begins
         * @param to where its value ends
         */
        void attribute(int type, int from, int to);
    }

    /**
     * Reads attributes one after the other. What is not whole ends it.
     *
     * @param body in the byte order of this machine
     * @param from where the first one begins
     * @param to where they end, at most the limit of {@code body}
     */
    public static void read(ByteBuffer body, int from, int to, Visitor each) {
        int at = from;
        while (at + HEADER_BYTES <= to) {
            int length = body.getShort(at) & 0xffff;
            if (length < HEADER_BYTES || at + length > to) {
                return;
            }
            each.attribute(body.getShort(at + 2) & TYPE_MASK, at + HEADER_BYTES, at + length);
            at += aligned(length);
        }
    }

    /**
     * Writes an attribute at the position of a buffer, which has room for it.
     *
     * @param body in the byte order of this machine
     */
    public static void write(ByteBuffer body, int type, byte... value) {
        int length = HEADER_BYTES + value.length;
        body.putShort((short) length).putShort((short) type).put(value);
        body.position(body.position() + aligned(length) - length);
    }

    private static int aligned(int length) {
        return (length + 3) & ~3;
    }
}
