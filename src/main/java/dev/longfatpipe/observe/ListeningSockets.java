/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.apiguardian.api.API;

/**
 * Where servers of this network namespace listen: {@code /proc/net/tcp}, {@code tcp6}, {@code udp}, {@code udp6} (proc_net_tcp in the
 * kernel's documentation). Elsewhere than on Linux nothing is known. Stateless and thread-safe.
 */
@API(status = API.Status.INTERNAL)
public final class ListeningSockets {

    private static final String LISTEN = "0A";
    /** Of UDP: bound and not connected. */
    private static final String UNCONNECTED = "07";

    private static final int LOCAL = 1;
    private static final int STATE = 3;

    private final Path folder;

    /**
     * Those of the files in a folder.
     *
     * @param folder as {@code /proc/net}
     */
    public ListeningSockets(Path folder) {
        this.folder = folder;
    }

    /** Those of this JVM's network namespace. */
    public static ListeningSockets ofThisHost() {
        return new ListeningSockets(Path.of("/proc/net"));
    }

    /**
     * Returns the addresses at which TCP servers listen on a port; IPv4 ones as such, also where the socket is one of IPv6; none when
     * nothing listens, or it cannot be told.
     */
    public List<InetAddress> tcp(int port) {
        return at(port, LISTEN, "tcp", "tcp6");
    }

    /** The same of UDP. */
    public List<InetAddress> udp(int port) {
        return at(port, UNCONNECTED, "udp", "udp6");
    }

    private List<InetAddress> at(int port, String state, String... files) {
        List<InetAddress> found = new ArrayList<>();
        for (String file : files) {
            try {
                Files.readAllLines(folder.resolve(file), StandardCharsets.US_ASCII).stream()
                        .skip(1)
                        .forEach(line -> add(line.strip().split("\\s+"), port, state, found));
            } catch (IOException absent) {
                // A kernel without IPv6 has no such file, and no such sockets.
            }
        }
        return found;
    }

    private static void add(String[] fields, int port, String state, List<InetAddress> found) {
        if (fields.length <= STATE || !fields[STATE].equals(state)) {
            return;
        }
        String[] local = fields[LOCAL].split(":", -1);
        if (local.length == 2 && Integer.parseInt(local[1], 16) == port) {
            found.add(address(HexFormat.of().parseHex(local[0])));
        }
    }

    /** The kernel writes words of four bytes as numbers, in the byte order of the machine. */
    private static InetAddress address(byte[] written) {
        ByteBuffer bytes = ByteBuffer.allocate(written.length);
        for (int i = 0; i + 4 <= written.length; i += 4) {
            bytes.order(ByteOrder.nativeOrder())
                    .putInt(ByteBuffer.wrap(written, i, 4)
                            .order(ByteOrder.BIG_ENDIAN)
                            .getInt());
        }
        try {
            // An IPv4 address that is mapped into IPv6 becomes one of IPv4 here.
            return InetAddress.getByAddress(bytes.array());
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }
}
