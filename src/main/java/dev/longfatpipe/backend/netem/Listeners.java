/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Which addresses servers of this host listen at, from {@code /proc/net/tcp} and {@code /proc/net/tcp6} (proc_net(5)). */
final class Listeners {

    private static final List<Path> TABLES = List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));
    private static final String LISTEN = "0A";
    private static final int LOCAL = 1;
    private static final int STATE = 3;
    private static final int WORD_BYTES = 4;

    private Listeners() {}

    /** Returns the addresses at which TCP servers listen at a port. */
    static List<InetAddress> at(int port) {
        List<InetAddress> addresses = new ArrayList<>();
        for (Path table : TABLES) {
            try {
                addresses.addAll(parse(Files.readAllLines(table, StandardCharsets.ISO_8859_1), port));
            } catch (IOException e) {
                // No such family here.
            }
        }
        return addresses;
    }

    static List<InetAddress> parse(List<String> lines, int port) throws IOException {
        List<InetAddress> addresses = new ArrayList<>();
        for (String line : lines) {
            String[] fields = line.strip().split("\\s+", -1);
            if (fields.length > STATE && fields[STATE].equals(LISTEN)) {
                int colon = fields[LOCAL].indexOf(':');
                if (Integer.parseInt(fields[LOCAL].substring(colon + 1), 16) == port) {
                    addresses.add(address(fields[LOCAL].substring(0, colon)));
                }
            }
        }
        return addresses;
    }

    /** Words of four bytes, each in the machine's own order. */
    private static InetAddress address(String hex) throws IOException {
        byte[] bytes = HexFormat.of().parseHex(hex);
        if (ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN) {
            for (int word = 0; word < bytes.length; word += WORD_BYTES) {
                swap(bytes, word, word + 3);
                swap(bytes, word + 1, word + 2);
            }
        }
        return InetAddress.getByAddress(bytes);
    }

    private static void swap(byte[] bytes, int one, int other) {
        byte kept = bytes[one];
        bytes[one] = bytes[other];
        bytes[other] = kept;
    }
}
