/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.toxiproxy;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * Where TCP servers of this machine listen, from {@code /proc/net/tcp} and {@code tcp6} (proc_net(5)). Elsewhere than on Linux nothing
 * is known.
 */
final class Listeners {

    private static final String LISTEN = "0A";
    private static final int LOCAL = 1;
    private static final int STATE = 3;
    private static final int HEXADECIMAL = 16;

    private final Path folder;

    Listeners(Path folder) {
        this.folder = folder;
    }

    static Listeners ofThisHost() {
        return new Listeners(Path.of("/proc/net"));
    }

    /** Returns the addresses at which something listens on a port; none when nothing does yet, or it cannot be told. */
    List<InetAddress> at(int port) {
        List<InetAddress> found = new ArrayList<>();
        for (String table : List.of("tcp", "tcp6")) {
            try {
                for (String line : Files.readAllLines(folder.resolve(table), StandardCharsets.US_ASCII)) {
                    add(line.strip().split("\\s+", -1), port, found);
                }
            } catch (IOException absent) {
                // No such family here, or not Linux.
            }
        }
        return found;
    }

    private static void add(String[] fields, int port, List<InetAddress> found) throws IOException {
        if (fields.length <= STATE || !fields[STATE].equals(LISTEN)) {
            return;
        }
        int colon = fields[LOCAL].indexOf(':');
        if (Integer.parseInt(fields[LOCAL].substring(colon + 1), HEXADECIMAL) == port) {
            found.add(address(HexFormat.of().parseHex(fields[LOCAL].substring(0, colon))));
        }
    }

    /** Words of four bytes, written as numbers of the machine's own order. */
    private static InetAddress address(byte[] written) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(written.length).order(ByteOrder.nativeOrder());
        ByteBuffer words = ByteBuffer.wrap(written);
        while (words.hasRemaining()) {
            bytes.putInt(words.getInt());
        }
        return InetAddress.getByAddress(bytes.array());
    }
}
