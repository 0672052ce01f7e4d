/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.path;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apiguardian.api.API;

/**
 * Presets: paths that are worth a name.
 *
 * <p>Each is a start and no promise about any network; {@code path().toBuilder()} changes what is different in yours.
 * Figures come from the source named with each; what is called typical or a choice has none. Where no loss is given there
 * is none, the queue is 1 BDP and the MTU 1500.
 *
 * <p>Rtts between clouds are medians of 30 days to 9 April 2024 from "Azure network round-trip latency statistics"
 * (Microsoft). Their rate is a choice: one flow may reach 5 gbit there ("Amazon EC2 instance network bandwidth").
 *
 * @since 0.1
 */
@API(status = EXPERIMENTAL, since = "0.1")
public enum NamedPath {
    /** Switched gigabit Ethernet: rtt 0.2 ms (typical), 1 gbit. */
    LAN("lan", path -> path.rtt("200us").rate("1gbit")),

    /** Virginia to London: rtt 78 ms (East US to UK South), 1 gbit. */
    TRANSATLANTIC("transatlantic", path -> path.rtt("78ms").rate("1gbit")),

    /** Washington State to Tokyo: rtt 100 ms (West US 2 to Japan East), 1 gbit. */
    TRANSPACIFIC("transpacific", path -> path.rtt("100ms").rate("1gbit")),

    /** Coast to coast: rtt 69 ms (East US to West US), 1 gbit. */
    CROSS_REGION_US("cross-region-us", path -> path.rtt("69ms").rate("1gbit")),

    /** The Netherlands to Singapore: rtt 159 ms (West Europe to Southeast Asia), 1 gbit. */
    CROSS_REGION_EU_ASIA("cross-region-eu-asia", path -> path.rtt("159ms").rate("1gbit")),

    /**
     * Internet access over a geostationary satellite: rtt 600 ms, of which 558 ms are propagation at the edge of the
     * satellite's view (RFC 2488, section 2) and the rest is typical; 20 mbit down, 3 mbit up, near the medians that Ookla
     * published for HughesNet and Viasat in the third quarter of 2021 (19.3 / 2.5 and 18.8 / 3.0).
     */
    GEOSTATIONARY_SATELLITE(
            "geostationary-satellite",
            path -> path.rtt("600ms").rate(Direction.DOWNSTREAM, "20mbit").rate(Direction.UPSTREAM, "3mbit")),

    /**
     * Internet access over satellites in low earth orbit: 105 mbit down, 15 mbit up and rtt 40 ms, near the medians that
     * Ookla published for Starlink in the United States in the first quarter of 2025 (104.71 / 14.84, 38 ms in the best
     * states); jitter 10 ms (typical).
     */
    LEO_SATELLITE(
            "leo-satellite",
            path -> path.rtt("40ms")
                    .rate(Direction.DOWNSTREAM, "105mbit")
                    .rate(Direction.UPSTREAM, "15mbit")
                    .jitter("10ms")),

    /** Third-generation mobile: rtt 300 ms, 1.6 mbit down, 768 kbit up (WebPageTest's profile "3G"). */
    THREE_G(
            "3g",
            path -> path.rtt("300ms").rate(Direction.DOWNSTREAM, "1.6mbit").rate(Direction.UPSTREAM, "768kbit")),

    /** Fourth-generation mobile: rtt 70 ms, 12 mbit both ways (WebPageTest's profile "LTE"). */
    LTE("lte", path -> path.rtt("70ms").rate("12mbit")),

    /**
     * Fifth-generation mobile: 100 mbit down, 50 mbit up, what 95 % of the users in a dense city shall at least experience
     * (Report ITU-R M.2410-0, section 4.3); rtt 30 ms (typical, to a server in the same country).
     */
    FIVE_G("5g", path -> path.rtt("30ms").rate(Direction.DOWNSTREAM, "100mbit").rate(Direction.UPSTREAM, "50mbit")),

    /** ADSL on a good line: 8 mbit down, 1 mbit up, about the most that ITU-T G.992.1 gives; rtt 40 ms (typical). */
    ADSL("adsl", path -> path.rtt("40ms").rate(Direction.DOWNSTREAM, "8mbit").rate(Direction.UPSTREAM, "1mbit"));

    private final String id;

    @SuppressWarnings("ImmutableEnumChecker") // a record of values, none of which can be marked for the checker
    private final Path path;

    NamedPath(String id, UnaryOperator<PathBuilder> values) {
        this.id = id;
        this.path = values.apply(Path.builder().name(id)).build();
    }

    /** The name to write in an annotation: {@code transatlantic}. */
    public String id() {
        return id;
    }

    /** The path, named by its id. */
    public Path path() {
        return path;
    }

    /**
     * The preset with an id, in any case.
     *
     * @throws IllegalArgumentException if there is none with that id; the message lists them all
     */
    public static NamedPath of(String id) {
        String all = Arrays.stream(values()).map(NamedPath::id).collect(Collectors.joining(", "));
        String wanted = Refusal.stripped("path", id, "one of " + all).toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(preset -> preset.id.equals(wanted))
                .findAny()
                .orElseThrow(() -> Refusal.of("path", id, "is no named path: write one of " + all));
    }
}
