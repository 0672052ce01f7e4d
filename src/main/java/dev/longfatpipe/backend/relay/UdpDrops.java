/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Datagrams that this host's kernel dropped because the receive buffer of a socket was full, as Linux counts them: the last column
 * of {@code /proc/net/udp} and {@code udp6} ({@code udp4_format_sock} of {@code net/ipv4/udp.c}). Elsewhere nothing is known.
 */
final class UdpDrops {

    private static final List<Path> TABLES = List.of(Path.of("/proc/net/udp"), Path.of("/proc/net/udp6"));
    private static final int LOCAL_COLUMN = 1;
    private static final int LEAST_COLUMNS = 13;
    private static final int HEX = 16;
    private static final int WORD_DIGITS = 8;

    /** What a socket has dropped. */
    private record Row(InetAddress address, int port, long drops) {

        boolean receivesFor(InetSocketAddress local) {
            return port == local.getPort() && (address.isAnyLocalAddress() || address.equals(local.getAddress()));
        }
    }

    private final List<Row> rows;

    private UdpDrops(List<Row> rows) {
        this.rows = rows;
    }

    /** Reads the counters of this host now. */
    static UdpDrops ofThisHost() {
        List<String> lines = new ArrayList<>();
        for (Path table : TABLES) {
            try {
                lines.addAll(Files.readAllLines(table, StandardCharsets.US_ASCII));
            } catch (IOException e) {
                // Not Linux, or no IPv6.
            }
        }
        return parse(lines);
    }

    /** Takes the lines of one or both tables; those that are not of a socket are passed over. */
    static UdpDrops parse(List<String> lines) {
        List<Row> rows = new ArrayList<>();
        for (String line : lines) {
            row(line.trim()).ifPresent(rows::add);
        }
        return new UdpDrops(rows);
    }

    private static Optional<Row> row(String line) {
        String[] columns = line.split(" +", -1);
        if (columns.length < LEAST_COLUMNS || columns[LOCAL_COLUMN].indexOf(':') < 0) {
            return Optional.empty();
        }
        try {
            String[] local = columns[LOCAL_COLUMN].split(":", -1);
            long drops = Integer.toUnsignedLong(Integer.parseUnsignedInt(columns[columns.length - 1]));
            return Optional.of(new Row(address(local[0]), Integer.parseInt(local[1], HEX), drops));
        } catch (NumberFormatException | UnknownHostException e) {
            return Optional.empty();
        }
    }

    /** Words of four bytes in the order of this machine. */
    private static InetAddress address(String digits) throws UnknownHostException {
        ByteBuffer bytes = ByteBuffer.allocate(digits.length() / 2).order(ByteOrder.nativeOrder());
        for (int i = 0; i + WORD_DIGITS <= digits.length(); i += WORD_DIGITS) {
            bytes.putInt(Integer.parseUnsignedInt(digits.substring(i, i + WORD_DIGITS), HEX));
        }
        return InetAddress.getByAddress(bytes.array());
    }

    /** Returns how many datagrams the sockets have dropped that receive for an address; 0 where nothing is known. */
    long at(InetSocketAddress local) {
        return rows.stream()
                .filter(row -> row.receivesFor(local))
                .mapToLong(Row::drops)
                .sum();
    }
}
