/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.path;

import static dev.longfatpipe.path.Direction.DOWNSTREAM;
import static dev.longfatpipe.path.Direction.UPSTREAM;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import dev.longfatpipe.units.Loss;
import java.time.Duration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PathTests {

    private static final Duration MS_100 = Duration.ofMillis(100);

    private static Path path(String rtt, String rate) {
        return Path.builder().rtt(rtt).rate(rate).build();
    }

    @Test
    void each_direction_is_the_opposite_of_the_other() {
        assertThat(UPSTREAM.opposite()).isEqualTo(DOWNSTREAM);
        assertThat(DOWNSTREAM.opposite()).isEqualTo(UPSTREAM);
    }

    @Nested
    class Of {

        @Test
        void has_the_rate_both_ways_and_half_of_the_rtt_each_way() {
            Path path = Path.of(MS_100, DataRate.parse("100mbit"));

            assertThat(path.rtt()).isEqualTo(MS_100);
            assertThat(path.name()).isEmpty();
            assertThat(path.mtu()).isEqualTo(1500);
            Link link = new Link(
                    DataRate.ofMegabitsPerSecond(100),
                    Duration.ofMillis(50),
                    Duration.ZERO,
                    LossModel.none(),
                    Queue.parse("1bdp"));
            assertThat(path.link(UPSTREAM)).isEqualTo(link).isSameAs(path.upstream());
            assertThat(path.link(DOWNSTREAM)).isEqualTo(link).isSameAs(path.downstream());
        }

        @Test
        void splits_an_odd_rtt_without_losing_a_nanosecond() {
            Path path = Path.of(Duration.ofNanos(101), DataRate.parse("100mbit"));

            assertThat(path.upstream().delay()).isEqualTo(Duration.ofNanos(50));
            assertThat(path.downstream().delay()).isEqualTo(Duration.ofNanos(51));
            assertThat(path.rtt()).isEqualTo(Duration.ofNanos(101));
        }
    }

    @Nested
    class Arithmetic {

        @ParameterizedTest
        @CsvSource({
            "100mbit, 100ms, 1250000",
            "500mbit, 50ms, 3125000",
            "2gbit, 40ms, 10000000",
            "1kbit, 100ms, 12",
            "10gbit, 2s, 2500000000",
            "400gbit, 2s, 100000000000",
            "400gbit, 10min, 30000000000000",
            "100mbit, 0ms, 0"
        })
        void bandwidth_delay_product_is_rate_by_rtt(String rate, String rtt, long bytes) {
            assertThat(path(rtt, rate).bandwidthDelayProduct(DOWNSTREAM)).contains(DataSize.ofBytes(bytes));
        }

        @ParameterizedTest
        @CsvSource({
            "1500, 1448, 1514",
            "9000, 8948, 9014",
            "576, 524, 590",
            "65535, 65483, 65549",
            "16384, 16332, 16398" // the MSS of the loopback with an MTU of 16 KiB
        })
        void payload_and_frame_follow_from_the_mtu(int mtu, int mss, int frame) {
            Path path = Path.builder().mtu(mtu).build();
            assertThat(path.mss()).isEqualTo(mss);
            assertThat(path.frameBytes()).isEqualTo(frame);
        }

        @ParameterizedTest
        @CsvSource({
            "100mbit, 1500, 95640686", // 95.64 of 100
            "1gbit, 9000, 992678056",
            "1kbit, 1500, 956",
            "400gbit, 1500, 382562747688"
        })
        void goodput_ceiling_is_the_payload_share_of_the_line_rate(String rate, int mtu, long bits) {
            Path path = Path.builder().rate(rate).mtu(mtu).build();
            assertThat(path.goodputCeiling(UPSTREAM)).contains(DataRate.ofBitsPerSecond(bits));
        }

        @Test
        void each_direction_has_its_own() {
            Path path = Path.builder()
                    .rtt("40ms")
                    .rate(DOWNSTREAM, "8mbit")
                    .rate(UPSTREAM, "1mbit")
                    .queue(UPSTREAM, "256KiB")
                    .build();

            assertThat(path.bandwidthDelayProduct(DOWNSTREAM)).contains(DataSize.ofBytes(40_000));
            assertThat(path.bandwidthDelayProduct(UPSTREAM)).contains(DataSize.ofBytes(5_000));
            assertThat(path.queueSize(DOWNSTREAM)).contains(DataSize.ofBytes(40_000));
            assertThat(path.queueSize(UPSTREAM)).contains(DataSize.ofKibibytes(256));
            assertThat(path.goodputCeiling(UPSTREAM)).contains(DataRate.ofBitsPerSecond(956_406));
        }

        @ParameterizedTest
        @CsvSource({"100mbit, 0ms, 15ms, 187500", "100mbit, 100ms, 1B, 1514", "100mbit, 100ms, 1us, 1514"})
        void a_queue_holds_at_least_one_frame(String rate, String rtt, String queue, long bytes) {
            Path path = Path.builder().rtt(rtt).rate(rate).queue(queue).build();
            assertThat(path.queueSize(DOWNSTREAM)).contains(DataSize.ofBytes(bytes));
        }

        @ParameterizedTest
        @CsvSource({"100mbit, 0ms, 1bdp", "1kbit, 2s, 1bdp", "100mbit, 1ms, 0.25bdp"})
        void a_queue_in_bdps_holds_at_least_an_initial_window(String rate, String rtt, String queue) {
            Path path = Path.builder().rtt(rtt).rate(rate).queue(queue).build();
            assertThat(path.queueSize(DOWNSTREAM)).contains(DataSize.ofBytes(15_140));
        }

        @Test
        void a_line_without_a_limit_has_none_of_them() {
            Path path = Path.builder().rtt("100ms").build();

            assertThat(path.upstream().lineRate()).isEmpty();
            assertThat(path.goodputCeiling(UPSTREAM)).isEmpty();
            assertThat(path.bandwidthDelayProduct(UPSTREAM)).isEmpty();
            assertThat(path.queueSize(UPSTREAM)).isEmpty();
        }
    }

    @Nested
    class Builder {

        @Test
        void starts_as_a_perfect_wire() {
            Link wire = new Link(null, Duration.ZERO, Duration.ZERO, LossModel.none(), Queue.DEFAULT);
            assertThat(Path.builder().build()).isEqualTo(new Path("", wire, wire, 1500));
        }

        @Test
        void takes_texts_and_values_alike() {
            Path texts = Path.builder()
                    .name("lab")
                    .rtt("100ms")
                    .rate("100mbit")
                    .jitter("5ms")
                    .loss("0.1%")
                    .queue("50ms")
                    .mtu(9000)
                    .build();
            Path values = Path.builder()
                    .name("lab")
                    .rtt(MS_100)
                    .rate(DataRate.ofMegabitsPerSecond(100))
                    .jitter(Duration.ofMillis(5))
                    .loss(Loss.ofPercent("0.1"))
                    .queue(Queue.ofTime(Duration.ofMillis(50)))
                    .mtu(9000)
                    .build();
            assertThat(texts).isEqualTo(values).hasSameHashCodeAs(values);
        }

        @Test
        void takes_each_direction_on_its_own() {
            Path texts = Path.builder()
                    .delay(UPSTREAM, "20ms")
                    .delay(DOWNSTREAM, "30ms")
                    .rate(UPSTREAM, "1mbit")
                    .rate(DOWNSTREAM, "8mbit")
                    .jitter(UPSTREAM, "1ms")
                    .jitter(DOWNSTREAM, "2ms")
                    .loss(UPSTREAM, "1%")
                    .loss(DOWNSTREAM, "gilbert-elliott p=1% r=25%")
                    .queue(UPSTREAM, "64KiB")
                    .queue(DOWNSTREAM, "2bdp")
                    .build();
            Path values = Path.builder()
                    .delay(UPSTREAM, Duration.ofMillis(20))
                    .delay(DOWNSTREAM, Duration.ofMillis(30))
                    .rate(UPSTREAM, DataRate.ofMegabitsPerSecond(1))
                    .rate(DOWNSTREAM, DataRate.ofMegabitsPerSecond(8))
                    .jitter(UPSTREAM, Duration.ofMillis(1))
                    .jitter(DOWNSTREAM, Duration.ofMillis(2))
                    .loss(UPSTREAM, Loss.ofPercent(1))
                    .loss(DOWNSTREAM, LossModel.parse("gilbert-elliott p=1% r=25%"))
                    .queue(UPSTREAM, Queue.parse("64KiB"))
                    .queue(DOWNSTREAM, Queue.parse("2bdp"))
                    .build();

            assertThat(texts).isEqualTo(values);
            assertThat(texts.rtt()).isEqualTo(Duration.ofMillis(50));
            assertThat(texts.upstream())
                    .isEqualTo(new Link(
                            DataRate.parse("1mbit"),
                            Duration.ofMillis(20),
                            Duration.ofMillis(1),
                            LossModel.parse("1%"),
                            Queue.parse("64KiB")));
        }

        @Test
        void gives_the_rest_of_the_rtt_to_the_direction_without_a_delay() {
            Path path = Path.builder().rtt("100ms").delay(UPSTREAM, "20ms").build();
            assertThat(path.upstream().delay()).isEqualTo(Duration.ofMillis(20));
            assertThat(path.downstream().delay()).isEqualTo(Duration.ofMillis(80));
            assertThat(path.rtt()).isEqualTo(MS_100);
            assertThat(Path.builder()
                            .rtt("100ms")
                            .delay(DOWNSTREAM, "100ms")
                            .build()
                            .upstream()
                            .delay())
                    .isZero();
        }

        @Test
        void accepts_two_delays_that_add_up_to_the_rtt() {
            Path path = Path.builder()
                    .rtt("100ms")
                    .delay(UPSTREAM, "20ms")
                    .delay(DOWNSTREAM, "80ms")
                    .build();
            assertThat(path.rtt()).isEqualTo(MS_100);
        }

        @Test
        void refuses_delays_that_contradict_the_rtt() {
            PathBuilder both =
                    Path.builder().rtt("100ms").delay(UPSTREAM, "20ms").delay(DOWNSTREAM, "20ms");
            assertThatIllegalArgumentException()
                    .isThrownBy(both::build)
                    .withMessage("rtt [100ms] is not the sum of both delays, with upstream delay [20ms] and downstream"
                            + " delay [20ms]: omit the rtt, or give one delay of at most the rtt");
            PathBuilder one = Path.builder().rtt("100ms").delay(DOWNSTREAM, "101ms");
            assertThatIllegalArgumentException()
                    .isThrownBy(one::build)
                    .withMessage("rtt [100ms] is not the sum of both delays, with downstream delay [101ms]: omit the"
                            + " rtt, or give one delay of at most the rtt");
        }

        @Test
        void lets_a_later_rtt_replace_earlier_delays() {
            Path path = Path.builder().delay(UPSTREAM, "20ms").rtt("100ms").build();
            assertThat(path).isEqualTo(Path.builder().rtt("100ms").build());
        }

        @Test
        void without_an_rtt_leaves_the_other_delay_at_0() {
            assertThat(Path.builder().delay(UPSTREAM, "20ms").build().rtt()).isEqualTo(Duration.ofMillis(20));
        }

        @Test
        void takes_a_rate_away_again() {
            Path path = path("100ms", "100mbit");
            assertThat(path.toBuilder().unlimitedRate().build())
                    .isEqualTo(Path.builder().rtt("100ms").build());
            assertThat(path.toBuilder().unlimitedRate(UPSTREAM).build())
                    .isEqualTo(Path.builder()
                            .rtt("100ms")
                            .rate(DOWNSTREAM, "100mbit")
                            .build());
        }

        @ParameterizedTest
        @EnumSource(NamedPath.class)
        void rebuilds_any_path_as_it_was(NamedPath preset) {
            assertThat(preset.path().toBuilder().build()).isEqualTo(preset.path());
        }

        @Test
        void changes_one_thing_of_a_path() {
            Path path = path("100ms", "100mbit");
            assertThat(path.toBuilder().rtt("50ms").build()).isEqualTo(path("50ms", "100mbit"));
            assertThat(path.toBuilder().delay(UPSTREAM, "10ms").build().rtt()).isEqualTo(Duration.ofMillis(60));
        }
    }

    @Nested
    class Limits {

        @Test
        void the_slowest_and_the_fastest_line_are_accepted() {
            assertThat(path("0ms", "1kbit").upstream().lineRate()).contains(DataRate.ofKilobitsPerSecond(1));
            assertThat(path("2s", "10gbit").upstream().lineRate()).contains(DataRate.ofGigabitsPerSecond(10));
            assertThat(path("10min", "400gbit").upstream().lineRate()).contains(DataRate.ofGigabitsPerSecond(400));
        }

        @ParameterizedTest
        @CsvSource(delimiter = '|', textBlock = """
                0mbit     | rate [0mbit] is too slow for a line: write at least "1kbit", or omit it for an unlimited line
                999bit    | rate [999bit] is too slow for a line: write at least "1kbit", or omit it for an unlimited line
                401gbit   | rate [401gbit] is too fast for a line: write at most "400gbit", or omit it for an unlimited line
                100       | rate [100] has no unit: write "100mbit" (or "12.5MB/s")
                0         | rate [0] has no unit: write "100mbit" (or "12.5MB/s")
                -1mbit    | rate [-1mbit] is negative: write "1mbit"
                100mbps   | rate [100mbps] is ambiguous, for tc reads mbps as megabytes per second, most people as megabits: write "100mbit" or "100MB/s"
                """)
        void a_rate_that_is_none_of_a_line_is_refused(String rate, String message) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Path.builder().rate(rate))
                    .withMessage(message);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Path.builder().rate(UPSTREAM, rate))
                    .withMessage("upstream " + message);
        }

        @ParameterizedTest
        @CsvSource(delimiter = '|', textBlock = """
                -1ms   | rtt [-1ms] is negative: write "1ms"
                601s   | rtt [601s] is too long: write at most "10min"
                11 min | rtt [11 min] is too long: write at most "10min"
                100    | rtt [100] has no unit: write "100ms" (or "100s")
                100km  | rtt [100km] has an unknown unit [km]: write one of ns, us, ms, s, min, h, like "100ms"
                """)
        void an_rtt_that_is_none_is_refused(String rtt, String message) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Path.builder().rtt(rtt))
                    .withMessage(message);
        }

        @Test
        void the_setters_for_values_refuse_the_same() {
            PathBuilder builder = Path.builder();
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> builder.rtt(Duration.ofMillis(-5)))
                    .withMessage("rtt [-5ms] is negative: write 0 or more, e.g. \"100ms\"");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> builder.rate(DataRate.ZERO))
                    .withMessage("rate [0bit] is too slow for a line: write at least \"1kbit\","
                            + " or omit it for an unlimited line");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> builder.rate(DOWNSTREAM, DataRate.MAX))
                    .withMessage("downstream rate [10tbit] is too fast for a line: write at most \"400gbit\","
                            + " or omit it for an unlimited line");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> builder.delay(UPSTREAM, Duration.ofMillis(-1)))
                    .withMessage("upstream delay [-1ms] is negative: write 0 or more, e.g. \"100ms\"");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> builder.jitter(Duration.ofMillis(-1)))
                    .withMessage("jitter [-1ms] is negative: write 0 or more, e.g. \"100ms\"");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> builder.jitter(UPSTREAM, Duration.ofSeconds(11)))
                    .withMessage("upstream jitter [11s] is too long: write at most \"10s\"");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> builder.loss(Loss.ALL))
                    .withMessage("loss [100%] lets no packet through: write less than 100 %, e.g. \"1%\"");
        }

        @Test
        void the_setters_for_texts_name_what_they_set() {
            PathBuilder builder = Path.builder();
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> builder.delay(DOWNSTREAM, "20"))
                    .withMessage("downstream delay [20] has no unit: write \"20ms\" (or \"20s\")");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> builder.jitter("11 s"))
                    .withMessage("jitter [11 s] is too long: write at most \"10s\"");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> builder.jitter(UPSTREAM, "5"))
                    .withMessage("upstream jitter [5] has no unit: write \"5ms\" (or \"5s\")");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> builder.loss("101%"))
                    .withMessage("loss [101%] is too large: write at most \"100%\"");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> builder.loss(UPSTREAM, "101%"))
                    .withMessage("upstream loss [101%] is too large: write at most \"100%\"");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> builder.queue("0B"))
                    .withMessage("queue [0B] holds no frame: write \"1bdp\", \"64KiB\" or \"50ms\"");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> builder.queue(DOWNSTREAM, "0bdp"))
                    .withMessage("downstream queue [0bdp] holds no frame: write \"1bdp\", \"64KiB\" or \"50ms\"");
        }

        @ParameterizedTest
        @CsvSource({"0", "575", "65536", "-1"})
        void an_mtu_that_is_none_is_refused(int mtu) {
            String message = "mtu [" + mtu + "] is no MTU: write 576 to 65535, in bytes; 1500 is Ethernet's";
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Path.builder().mtu(mtu))
                    .withMessage(message);
        }

        @Test
        void the_records_refuse_the_same_as_the_builder() {
            LossModel none = LossModel.none();
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new Link(DataRate.ZERO, Duration.ZERO, Duration.ZERO, none, Queue.DEFAULT))
                    .withMessage("rate [0bit] is too slow for a line: write at least \"1kbit\","
                            + " or omit it for an unlimited line");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new Link(null, Duration.ofNanos(-1), Duration.ZERO, none, Queue.DEFAULT))
                    .withMessage("delay [-1ns] is negative: write 0 or more, e.g. \"100ms\"");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new Link(null, Duration.ZERO, Duration.ofHours(1), none, Queue.DEFAULT))
                    .withMessage("jitter [3600s] is too long: write at most \"10s\"");
            Link far = new Link(null, Duration.ofMinutes(6), Duration.ZERO, none, Queue.DEFAULT);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new Path("moon base", far, far, 1500))
                    .withMessage("rtt [720s] is too long: write at most \"10min\"");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new Path("", far, far, 100))
                    .withMessage("mtu [100] is no MTU: write 576 to 65535, in bytes; 1500 is Ethernet's");
        }
    }

    @Nested
    class ToString {

        @Test
        void is_one_line_for_reports() {
            assertThat(Path.builder().rtt("100ms").rate("100mbit").loss("0.1%").build())
                    .hasToString("rtt 100 ms, rate 100 mbit, queue 1bdp, loss 0.1%");
        }

        @Test
        void leaves_out_what_is_not_there() {
            assertThat(path("0ms", "1kbit")).hasToString("rtt 0 ms, rate 1 kbit, queue 1bdp");
            assertThat(Path.builder().rtt("2s").build()).hasToString("rtt 2 s, rate unlimited");
        }

        @Test
        void does_not_call_an_odd_nanosecond_asymmetric() {
            assertThat(path("101ns", "1gbit")).hasToString("rtt 101 ns, rate 1 gbit, queue 1bdp");
        }

        @Test
        void shows_both_directions_where_they_differ() {
            assertThat(Path.builder()
                            .name("dsl")
                            .rtt("100ms")
                            .delay(UPSTREAM, "20ms")
                            .rate(UPSTREAM, "1mbit")
                            .rate(DOWNSTREAM, "8.128mbit")
                            .queue(UPSTREAM, "64KiB")
                            .jitter("2.5ms")
                            .loss(DOWNSTREAM, "gilbert-elliott p=1% r=25%")
                            .mtu(1492)
                            .build())
                    .hasToString("dsl: rtt 100 ms (20 ms up / 80 ms down), rate 1 mbit up / 8128 kbit down,"
                            + " queue 64KiB up / 1bdp down, jitter 2.5 ms,"
                            + " loss none up / gilbert-elliott p=1% r=25% down, mtu 1492");
            assertThat(Path.builder().rate(UPSTREAM, "1mbit").build())
                    .hasToString("rtt 0 ms, rate 1 mbit up / unlimited down, queue 1bdp");
        }
    }
}
