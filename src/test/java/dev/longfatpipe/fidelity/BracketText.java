/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.fidelity;

import dev.longfatpipe.fidelity.SysctlOverride.Ends;
import dev.longfatpipe.fidelity.SysctlOverride.Part;
import dev.longfatpipe.kernel.KernelProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads what stands in brackets: {@code tcp_rmem=4096 65536 65536}, {@code tcp_rmem max 524288}, {@code window_scaling=0 both},
 * several of them with commas between. A bracket that names no sysctl is a remark.
 */
final class BracketText {

    private static final Map<String, String> KEYS = Map.of(
            "tcp_rmem", "net.ipv4.tcp_rmem",
            "tcp_wmem", "net.ipv4.tcp_wmem",
            "rmem_max", "net.core.rmem_max",
            "wmem_max", "net.core.wmem_max",
            "window_scaling", "net.ipv4.tcp_window_scaling",
            "tcp_window_scaling", "net.ipv4.tcp_window_scaling",
            "congestion_control", "net.ipv4.tcp_congestion_control",
            "tcp_congestion_control", "net.ipv4.tcp_congestion_control",
            "slow_start_after_idle", "net.ipv4.tcp_slow_start_after_idle",
            "tcp_slow_start_after_idle", "net.ipv4.tcp_slow_start_after_idle");

    private static final Map<String, Ends> ENDS = Map.of(
            "both", Ends.BOTH,
            "both ends", Ends.BOTH,
            "server", Ends.SERVER,
            "server only", Ends.SERVER,
            "receiver", Ends.SERVER,
            "receiver only", Ends.SERVER,
            "client", Ends.CLIENT,
            "client only", Ends.CLIENT,
            "sender", Ends.CLIENT,
            "sender only", Ends.CLIENT);

    private static final Map<String, Part> PARTS =
            Map.of("min", Part.MIN, "default", Part.INITIAL, "initial", Part.INITIAL, "max", Part.MAX);

    private static final int MOST_CHARACTERS = 1_000;

    private static final Pattern NAME = Pattern.compile("(?:net\\.(?:ipv4|core)\\.)?([a-z][a-z0-9_]*)");
    private static final Pattern ASSIGNMENT = Pattern.compile(
            "(" + NAME.pattern() + ")(?:\\s+(min|default|initial|max)\\b)?\\s*=?\\s*(.*)", Pattern.DOTALL);

    private BracketText() {}

    /**
     * Reads the inside of one bracket.
     *
     * @return the sysctls that it changes; none if it is a remark
     * @throws IllegalArgumentException if it changes a sysctl that no kernel profile has, or to something that is no value of it
     */
    static List<SysctlOverride> parse(String inside) {
        List<SysctlOverride> overrides = new ArrayList<>();
        for (String part : inside.split("[,;]", -1)) {
            if (part.length() > MOST_CHARACTERS) { // putting them into lower case may take the square of their number
                throw new IllegalArgumentException(
                        "[" + inside + "] is longer than " + MOST_CHARACTERS + " characters");
            }
            String text = part.strip().toLowerCase(Locale.ROOT);
            Matcher assignment = ASSIGNMENT.matcher(text);
            if (assignment.matches() && namesSysctl(assignment)) {
                overrides.add(override(text, assignment));
            }
        }
        return overrides;
    }

    /** Any word that is known, or that has the look of a sysctl and is given a value. */
    private static boolean namesSysctl(Matcher assignment) {
        String word = assignment.group(2);
        boolean hasValue = !assignment.group(4).isBlank();
        boolean looksLikeOne = word.startsWith("tcp_") || assignment.group(1).startsWith("net.");
        return hasValue
                && (KEYS.containsKey(word)
                        || (looksLikeOne && assignment.group().contains("=")));
    }

    private static SysctlOverride override(String text, Matcher assignment) {
        String key = KEYS.get(assignment.group(2));
        if (key == null) {
            throw new IllegalArgumentException("[" + text + "] sets a sysctl that no kernel profile has");
        }
        String partName = assignment.group(3);
        Part part = partName == null ? Part.ALL : PARTS.getOrDefault(partName, Part.ALL);
        String value = assignment.group(4).strip();
        Ends ends = endsByDefault(key);
        for (Map.Entry<String, Ends> end : ENDS.entrySet()) {
            if (value.endsWith(" " + end.getKey())) {
                ends = end.getValue();
                value = value.substring(0, value.length() - end.getKey().length())
                        .strip();
                break;
            }
        }
        SysctlOverride override = new SysctlOverride(ends, key, part, value);
        override.on(KernelProfile.linux61()); // refuses what is no value of this sysctl
        return override;
    }

    /** An override is the receiver's, but the memory for sending means something only at the sender. */
    private static Ends endsByDefault(String key) {
        return key.contains("wmem") || key.contains("congestion") || key.contains("idle") ? Ends.CLIENT : Ends.SERVER;
    }
}
