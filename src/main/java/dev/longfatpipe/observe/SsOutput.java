/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads what {@code ss -tinmOH} writes (ss(8) of iproute2, {@code misc/ss.c}), one connection a line: what sock_diag tells, for where
 * only a program can be run. Times come in milliseconds there, of which round-trip times have three digits more.
 */
final class SsOutput {

    private static final List<String> STATES = List.of(
            "",
            "ESTAB",
            "SYN-SENT",
            "SYN-RECV",
            "FIN-WAIT-1",
            "FIN-WAIT-2",
            "TIME-WAIT",
            "UNCONN",
            "CLOSE-WAIT",
            "LAST-ACK",
            "LISTEN",
            "CLOSING");

    private static final Pattern LINE = Pattern.compile(
            "(?<state>[A-Z0-9-]{5,10})\\s+(?<unread>\\d{1,10})\\s+(?<unsent>\\d{1,10})\\s+(?<local>\\S+)\\s+(?<remote>\\S+)"
                    + "(?<rest>.*)");
    private static final Pattern MEMORY = Pattern.compile("skmem:\\(([a-z0-9,]*)\\)");
    private static final Pattern MEMORY_FIELD = Pattern.compile("([a-z]+)(\\d{1,10})");
    private static final Pattern FIELD = Pattern.compile("([a-z_]+):(\\S+)");
    private static final Pattern DIGITS = Pattern.compile("\\d{1,18}");
    private static final Pattern MILLIS = Pattern.compile("(\\d{1,12}(?:\\.\\d{1,6})?)(?:ms)?");
    private static final Pattern FOUR = Pattern.compile("(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})");

    private static final long UNSIGNED_INT = 0xffff_ffffL;
    private static final int MOST_PORT = 65_535;

    private SsOutput() {}

    /** Returns the connections that are told of; lines that are about something else, or not whole, are passed over. */
    static List<SeenSocket> parse(List<String> lines) {
        return lines.stream().map(SsOutput::socket).flatMap(Optional::stream).toList();
    }

    private static Optional<SeenSocket> socket(String line) {
        Matcher matcher = LINE.matcher(line.strip());
        if (!matcher.matches()) {
            return Optional.empty();
        }
        int state = STATES.indexOf(matcher.group("state"));
        Optional<InetSocketAddress> local = address(matcher.group("local"));
        Optional<InetSocketAddress> remote = address(matcher.group("remote"));
        if (state < 0 || local.isEmpty() || remote.isEmpty()) {
            return Optional.empty(); // one that listens has no peer
        }
        String rest = matcher.group("rest");
        Map<String, Long> memory = memory(rest);
        return Optional.of(new SeenSocket(
                local.get(),
                remote.get(),
                new SocketRecord(
                        memory.getOrDefault("rb", 0L),
                        memory.getOrDefault("tb", 0L),
                        unsignedInt(matcher.group("unread")),
                        unsignedInt(matcher.group("unsent")),
                        memory.getOrDefault("w", 0L),
                        info(state, fields(rest)))));
    }

    private static Map<String, Long> memory(String rest) {
        Map<String, Long> memory = new HashMap<>();
        Matcher whole = MEMORY.matcher(rest);
        if (whole.find()) {
            Matcher field = MEMORY_FIELD.matcher(whole.group(1));
            while (field.find()) {
                memory.put(field.group(1), unsignedInt(field.group(2)));
            }
        }
        return memory;
    }

    private static Map<String, String> fields(String rest) {
        Map<String, String> fields = new HashMap<>();
        Matcher field = FIELD.matcher(rest);
        while (field.find()) {
            fields.putIfAbsent(field.group(1), field.group(2));
        }
        return fields;
    }

    private static TcpInfo info(int state, Map<String, String> fields) {
        return new TcpInfo(
                state,
                scale(fields, 0),
                scale(fields, 1),
                micros(fields, "rto"),
                integer(fields, "mss"),
                integer(fields, "unacked"),
                micros(fields, "rtt"),
                micros(fields, "minrtt"),
                integer(fields, "cwnd"),
                whole(after(fields.getOrDefault("retrans", "")), UNSIGNED_INT),
                number(fields, "bytes_acked"),
                number(fields, "bytes_received"),
                integer(fields, "notsent"),
                integer(fields, "data_segs_out"),
                micros(fields, "busy"),
                micros(fields, "rwnd_limited"),
                micros(fields, "sndbuf_limited"),
                integer(fields, "lastrcv"),
                number(fields, "bytes_sent"),
                number(fields, "bytes_retrans"),
                integer(fields, "snd_wnd"));
    }

    /** {@code wscale:10,7}: that of the peer, and that of this end. */
    private static int scale(Map<String, String> fields, int which) {
        String[] scales = fields.getOrDefault("wscale", "").split(",", -1);
        return scales.length == 2 ? (int) whole(scales[which], 15) : 0;
    }

    /** {@code retrans:0/4}: those under way, and all there have been. */
    private static String after(String pair) {
        return pair.substring(pair.indexOf('/') + 1);
    }

    private static long number(Map<String, String> fields, String name) {
        return whole(fields.getOrDefault(name, ""), Long.MAX_VALUE);
    }

    private static long integer(Map<String, String> fields, String name) {
        return whole(fields.getOrDefault(name, ""), UNSIGNED_INT);
    }

    private static long whole(String digits, long most) {
        return DIGITS.matcher(digits).matches() ? Math.min(most, Long.parseLong(digits)) : 0;
    }

    private static long unsignedInt(String digits) {
        return whole(digits, UNSIGNED_INT);
    }

    /** {@code rtt:100.5/2.25}, {@code busy:488ms}, {@code rwnd_limited:432ms(88.5%)}: the first number, of milliseconds. */
    private static long micros(Map<String, String> fields, String name) {
        String text = fields.getOrDefault(name, "").split("[/(]", 2)[0];
        Matcher matcher = MILLIS.matcher(text);
        return matcher.matches()
                ? Math.min(
                        UNSIGNED_INT,
                        new BigDecimal(matcher.group(1)).movePointRight(3).longValue())
                : 0;
    }

    /** {@code 10.0.0.1:80}, {@code [::1]:80}, {@code [::ffff:10.0.0.1]:80}, {@code [fe80::1%eth0]:80}; of names nothing is made. */
    private static Optional<InetSocketAddress> address(String text) {
        int colon = text.lastIndexOf(':');
        String host = text.substring(0, Math.max(0, colon));
        if (host.startsWith("[") && host.endsWith("]") && host.length() > 2) {
            host = host.substring(1, host.length() - 1);
        }
        int zone = host.indexOf('%');
        host = zone < 0 ? host : host.substring(0, zone);
        long port = whole(text.substring(colon + 1), Long.MAX_VALUE);
        if (port < 1 || port > MOST_PORT) {
            return Optional.empty();
        }
        try {
            return host.indexOf(':') < 0
                    ? four(host).map(address -> new InetSocketAddress(address, (int) port))
                    : Optional.of(new InetSocketAddress(InetAddress.getByName("[" + host + "]"), (int) port));
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }

    private static Optional<InetAddress> four(String host) throws UnknownHostException {
        Matcher matcher = FOUR.matcher(host);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        byte[] bytes = new byte[4];
        for (int i = 0; i < bytes.length; i++) {
            int part = Integer.parseInt(matcher.group(i + 1));
            if (part > 255) {
                return Optional.empty();
            }
            bytes[i] = (byte) part;
        }
        return Optional.of(InetAddress.getByAddress(bytes));
    }
}
