/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.toxiproxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.longfatpipe.path.Direction;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.path.PathBuilder;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ToxicPlanTests {

    /** rate of the line x 1448 / 1514 / 8000. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
                    # rtt  | rate     | toxics
                    0ms    | -        | ''
                    100ms  | -        | latency_upstream 50, latency_downstream 50
                    0ms    | 100mbit  | bandwidth_upstream 11955, bandwidth_downstream 11955
                    100ms  | 100mbit  | bandwidth_upstream 11955, latency_upstream 50, bandwidth_downstream 11955, latency_downstream 50
                    10ms   | 1mbit    | bandwidth_upstream 120, latency_upstream 5, bandwidth_downstream 120, latency_downstream 5
                    10ms   | 10mbit   | bandwidth_upstream 1196, latency_upstream 5, bandwidth_downstream 1196, latency_downstream 5
                    100ms  | 1gbit    | bandwidth_upstream 119551, latency_upstream 50, bandwidth_downstream 119551, latency_downstream 50
                    25ms   | -        | latency_upstream 13, latency_downstream 12
                    1ms    | -        | latency_upstream 1
                    """)
    void bandwidth_comes_before_latency_in_both_directions(String rtt, String rate, String toxics) {
        PathBuilder path = Path.builder().rtt(rtt);
        if (rate != null) {
            path.rate(rate);
        }
        assertThat(ToxicPlan.of(path.build(), false).toxics())
                .extracting(PlannedToxic::toString)
                .containsExactlyElementsOf(toxics.isEmpty() ? List.of() : List.of(toxics.split(", ", -1)));
    }

    @Test
    void directions_may_differ() {
        Path path = Path.builder()
                .delay(Direction.UPSTREAM, "20ms")
                .delay(Direction.DOWNSTREAM, "80ms")
                .rate(Direction.DOWNSTREAM, "100mbit")
                .build();

        assertThat(ToxicPlan.of(path, false).toxics())
                .extracting(PlannedToxic::toString)
                .containsExactly("latency_upstream 20", "bandwidth_downstream 11955", "latency_downstream 80");
    }

    @Test
    void larger_frames_carry_more_payload() {
        Path path = Path.builder().rate("100mbit").mtu(9000).build();

        assertThat(ToxicPlan.of(path, false).toxics().get(0).value()).isEqualTo(12_408);
    }

    @Test
    void rounding_is_reported() {
        assertThat(rounding(Path.builder().rtt("100ms").rate("100mbit")))
                .as("5 in a million")
                .isEmpty();
        assertThat(rounding(Path.builder().rate("1mbit")))
                .containsExactly(
                        "rate [1mbit] upstream is 119.551 KB/s of payload, and Toxiproxy takes whole KB/s: 120 is +0.38 %",
                        "rate [1mbit] downstream is 119.551 KB/s of payload, and Toxiproxy takes whole KB/s: 120 is +0.38 %");
        assertThat(rounding(Path.builder().rtt("100.4ms")))
                .containsExactly("rtt [100.4ms], and Toxiproxy takes whole ms: 100 is -0.4 %");
        assertThat(rounding(Path.builder().rtt("25ms")))
                .containsExactly("half of rtt [25ms] is no whole number of milliseconds: 13 upstream, 12 downstream");
        assertThat(rounding(Path.builder().rtt("30ms"))).isEmpty();
    }

    @Test
    void rounding_by_more_than_a_hundredth_is_refused() {
        refuses(
                Path.builder().rtt("10.5ms"),
                "rtt [10.5ms], and Toxiproxy takes whole ms: 11 is +4.76 %, and more than 1 % is refused: write whole"
                        + " milliseconds, or use backend relay, netem or tun");
        refuses(
                Path.builder().rtt("300us"),
                "rtt [300us], and Toxiproxy takes whole ms: 0 is -100 %, and more than 1 % is refused: write whole"
                        + " milliseconds, or use backend relay, netem or tun");
        refuses(
                Path.builder().rate("20kbit"),
                "rate [20kbit] upstream is 2.391 KB/s of payload, and Toxiproxy takes whole KB/s: 2 is -16.35 %, and"
                        + " more than 1 % is refused: write at least \"419kbit\", of which whole KB/s are always within 1 %,"
                        + " or use backend relay, netem or tun");
        refuses(
                Path.builder().delay(Direction.UPSTREAM, "1.5ms").delay(Direction.DOWNSTREAM, "10ms"),
                "delay [1.5ms] upstream, and Toxiproxy takes whole ms: 2 is +33.33 %, and more than 1 % is refused:"
                        + " write whole milliseconds, or use backend relay, netem or tun");
    }

    /** 1.22 x 1448 / (0.1 s x sqrt 0.01) = 176,656 bytes per second. */
    @Test
    void loss_is_a_cap_on_the_rate_where_that_is_asked_for() {
        Path path = Path.builder().rtt("100ms").rate("100mbit").loss("1%").build();

        assertThat(ToxicPlan.of(path, true).toxics().get(0)).hasToString("bandwidth_upstream 177");
        assertThat(rounding(path.toBuilder(), true))
                .first()
                .isEqualTo(
                        "loss [1%] upstream as a rate cap is 176.656 KB/s of payload, and Toxiproxy takes whole KB/s:"
                                + " 177 is +0.19 %");
        assertThat(ToxicPlan.of(path.toBuilder().rate("1mbit").build(), true)
                        .toxics()
                        .get(0))
                .as("where the line is slower, the line")
                .hasToString("bandwidth_upstream 120");
        assertThat(ToxicPlan.of(Path.builder().rtt("100ms").loss("1%").build(), true)
                        .toxics()
                        .get(0))
                .hasToString("bandwidth_upstream 177");
    }

    @Test
    void server_is_told_the_direction_and_whole_numbers_in_every_locale() {
        Locale before = Locale.getDefault();
        try {
            for (String tag : List.of("tr-TR", "ar-EG-u-nu-arab")) {
                Locale.setDefault(Locale.forLanguageTag(tag));
                PlannedToxic toxic = ToxicPlan.of(Path.builder().rate("100mbit").build(), false)
                        .toxics()
                        .get(1);
                assertThat(toxic.json())
                        .isEqualTo(
                                "{\"name\":\"bandwidth_downstream\",\"type\":\"bandwidth\",\"stream\":\"downstream\","
                                        + "\"toxicity\":1.0,\"attributes\":{\"rate\":11955}}");
                assertThat(toxic.update()).isEqualTo("{\"toxicity\":1.0,\"attributes\":{\"rate\":11955}}");
            }
        } finally {
            Locale.setDefault(before);
        }
    }

    private static List<String> rounding(PathBuilder path) {
        return rounding(path, false);
    }

    private static List<String> rounding(PathBuilder path, boolean lossIsRate) {
        return ToxicPlan.of(path.build(), lossIsRate).rounding();
    }

    private static void refuses(PathBuilder path, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ToxicPlan.of(path.build(), false))
                .withMessage(message);
    }
}
