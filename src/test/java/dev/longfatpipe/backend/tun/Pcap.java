/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads captures back. */
final class Pcap {

    private Pcap() {}

    /** Counts the packets of a file, and checks on the way that it is whole. */
    static int packets(Path file) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
        int count = 0;
        int at = 24;
        while (at < bytes.capacity()) {
            at += 16 + bytes.getInt(at + 8);
            count++;
        }
        if (at != bytes.capacity()) {
            throw new IOException("the file ends in the middle of a packet");
        }
        return count;
    }
}
