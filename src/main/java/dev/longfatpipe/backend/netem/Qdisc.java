/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A queueing discipline as {@code tc -s -j qdisc} shows it: what was really applied, and what it has done.
 *
 * @param kind {@code netem} …
 * @param handle {@code 1:}
 * @param options as tc names them, nested
 * @param bytes bytes that left it
 * @param packets packets that left it
 * @param drops packets that it or those under it dropped
 * @param backlog bytes in it
 * @param queued packets in it
 */
record Qdisc(
        String kind,
        String handle,
        Map<?, ?> options,
        long bytes,
        long packets,
        long drops,
        long backlog,
        long queued) {

    private static final Qdisc NONE = new Qdisc("", "", Map.of(), 0, 0, 0, 0, 0);

    /** Of hfsc tc writes {@code "options":{default 1 }}, which is no JSON. */
    private static final Pattern HFSC_OPTIONS = Pattern.compile("\\{default [^}]*}");

    /** Reads one line of output. */
    static List<Qdisc> parseAll(String json) {
        List<Qdisc> all = new ArrayList<>();
        if (Json.parse(HFSC_OPTIONS.matcher(json).replaceAll("{}")) instanceof List<?> list) {
            for (Object each : list) {
                if (each instanceof Map<?, ?> shown) {
                    all.add(of(shown));
                }
            }
        }
        return all;
    }

    /** Returns the one with a handle; one that has done nothing when there is none. */
    static Qdisc find(List<Qdisc> shown, String handle) {
        return shown.stream()
                .filter(each -> each.handle().equals(handle))
                .findFirst()
                .orElse(NONE);
    }

    private static Qdisc of(Map<?, ?> shown) {
        return new Qdisc(
                String.valueOf(shown.get("kind")),
                String.valueOf(shown.get("handle")),
                shown.get("options") instanceof Map<?, ?> map ? map : Map.of(),
                number(shown, "bytes"),
                number(shown, "packets"),
                number(shown, "drops"),
                number(shown, "backlog"),
                number(shown, "qlen"));
    }

    private static long number(Map<?, ?> of, String name) {
        return of.get(name) instanceof Double value ? value.longValue() : 0;
    }

    /** Returns an option that is a number, such as {@code ("delay", "delay")} in seconds; 0 when it is not shown. */
    double option(String... names) {
        Object value = options;
        for (String name : names) {
            value = value instanceof Map<?, ?> map ? map.get(name) : null;
        }
        return value instanceof Double number ? number : 0;
    }
}
