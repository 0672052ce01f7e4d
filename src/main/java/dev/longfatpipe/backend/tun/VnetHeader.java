/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The {@code virtio_net_hdr} in front of every packet of a device opened with {@code IFF_VNET_HDR} ({@code
 * linux/virtio_net.h}): whether a packet is to be cut into segments, and whether its checksum is to be computed. Buffers have the byte
 * order of the network.
 */
final class VnetHeader {

    static final int BYTES = 10;

    private static final byte GSO_NONE = 0;
    private static final int GSO_TYPE = 1;
    private static final int GSO_SIZE = 4;
    private static final int ECN = 0x80;

    private VnetHeader() {}

    /** Returns the payload of one segment; 0 for a packet that is one. */
    static int segmentBytes(ByteBuffer bytes, int at) {
        return (bytes.get(at + GSO_TYPE) & ~ECN) == GSO_NONE ? 0 : number(bytes.getShort(at + GSO_SIZE));
    }

    /** The packet is a single segment now. */
    static void setSingle(ByteBuffer bytes, int at) {
        bytes.put(at + GSO_TYPE, GSO_NONE);
        bytes.putShort(at + GSO_SIZE, (short) 0);
    }

    /** Numbers in this header have the byte order of the machine; those in packets that of the network. */
    private static int number(short stored) {
        short native16 = ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN ? stored : Short.reverseBytes(stored);
        return native16 & 0xffff;
    }
}
