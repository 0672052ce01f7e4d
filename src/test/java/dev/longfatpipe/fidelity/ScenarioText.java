/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.fidelity;

import dev.longfatpipe.kernel.BufferSetting;
import dev.longfatpipe.path.LossModel;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.path.Queue;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import dev.longfatpipe.units.DurationText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the parameters of a truth row: {@code key=value} with blanks between, and remarks and sysctls in brackets. What cannot be
 * read is refused, never guessed.
 */
final class ScenarioText {

    private static final Set<String> KEYS = Set.of(
            "rtt",
            "rate",
            "limit",
            "loss",
            "gso",
            "rcvbuf",
            "sndbuf",
            "streams",
            "cc",
            "sender_pace",
            "reader_pace",
            "bytes",
            "mtu");

    private static final Pattern TOKEN = Pattern.compile("\\[([^\\[\\]]*)\\]|[^\\s\\[\\]]+|[\\[\\]]");
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,15}");
    private static final Pattern DECIMAL = Pattern.compile("[0-9]{1,9}(\\.[0-9]{1,9})?");
    private static final int MOST_STREAMS = 10_000;

    private final Map<String, String> values = new LinkedHashMap<>();
    private final List<SysctlOverride> overrides = new ArrayList<>();

    private ScenarioText() {}

    /**
     * Reads parameters.
     *
     * @throws IllegalArgumentException for a parameter that is unknown, given twice, or has a value that is none of its kind, and
     *     when there is no rtt
     */
    static Scenario parse(String parameters) {
        ScenarioText text = new ScenarioText();
        text.read(parameters);
        try {
            return text.scenario();
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("parameters [" + parameters + "] are too large", e);
        }
    }

    private void read(String parameters) {
        Matcher tokens = TOKEN.matcher(parameters);
        while (tokens.find()) {
            if (tokens.group(1) != null) {
                overrides.addAll(BracketText.parse(tokens.group(1)));
            } else {
                readPair(tokens.group());
            }
        }
    }

    private void readPair(String token) {
        int equals = token.indexOf('=');
        String key = equals < 0 ? token : token.substring(0, equals);
        if (equals < 0 || !KEYS.contains(key)) {
            throw new IllegalArgumentException("parameter [" + token + "] is unknown");
        }
        if (values.put(key, token.substring(equals + 1)) != null) {
            throw new IllegalArgumentException("parameter [" + key + "] is given twice");
        }
    }

    private Scenario scenario() {
        String rttText = values.get("rtt");
        if (rttText == null) {
            throw new IllegalArgumentException("there is no rtt");
        }
        Duration rtt = DurationText.parse("rtt", rttText);
        int mtu = (int) number("mtu", Path.DEFAULT_MTU, 65_535);
        Optional<DataRate> rate = rate();
        return new Scenario(
                rtt,
                mtu,
                rate,
                rate.map(line -> NetemQueue.of(limit(), mtu, line, rtt)).orElse(Queue.DEFAULT),
                LossModel.parse("loss", values.getOrDefault("loss", "none")),
                superPackets(),
                buffer("rcvbuf"),
                buffer("sndbuf"),
                (int) number("streams", 1, MOST_STREAMS),
                values.getOrDefault("cc", "cubic"),
                optional("sender_pace", pace -> DataRate.parse("sender_pace", pace)),
                optional("reader_pace", pace -> DataRate.parse("reader_pace", pace)),
                optional("bytes", size -> DataSize.ofBytes(wholeNumber("bytes", size))),
                List.copyOf(overrides));
    }

    private Optional<DataRate> rate() {
        String text = values.getOrDefault("rate", "none");
        if (text.equals("none")) {
            return Optional.empty();
        }
        boolean megabits = DECIMAL.matcher(text).matches();
        return Optional.of(DataRate.parse("rate", megabits ? text + "mbit" : text));
    }

    private long limit() {
        String text = values.get("limit");
        if (text == null) {
            return NetemQueue.DEFAULT_LIMIT_PACKETS;
        }
        return wholeNumber("limit", text.endsWith("p") ? text.substring(0, text.length() - 1) : text);
    }

    private boolean superPackets() {
        String text = values.getOrDefault("gso", "off");
        return switch (text) {
            case "on" -> true;
            case "off" -> false;
            default -> throw new IllegalArgumentException("gso [" + text + "] is neither on nor off");
        };
    }

    private BufferSetting buffer(String key) {
        String text = values.getOrDefault(key, "auto");
        if (text.equals("auto")) {
            return BufferSetting.auto();
        }
        long bytes = wholeNumber(key, text);
        if (bytes > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(key + " [" + text + "] is more than setsockopt takes");
        }
        return BufferSetting.explicit(DataSize.ofBytes(bytes));
    }

    private long number(String key, long otherwise, long most) {
        String text = values.get(key);
        long number = text == null ? otherwise : wholeNumber(key, text);
        if (number > most) {
            throw new IllegalArgumentException(key + " [" + text + "] is more than " + most);
        }
        return number;
    }

    private static long wholeNumber(String key, String text) {
        if (!NUMBER.matcher(text).matches() || Long.parseLong(text) == 0) {
            throw new IllegalArgumentException(key + " [" + text + "] is no whole number above 0");
        }
        return Long.parseLong(text);
    }

    private <T> Optional<T> optional(String key, Function<String, T> parser) {
        return Optional.ofNullable(values.get(key))
                .filter(text -> !text.equals("none"))
                .map(parser);
    }
}
