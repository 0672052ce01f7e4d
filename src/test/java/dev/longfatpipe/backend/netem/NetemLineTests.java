/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.longfatpipe.path.Direction;
import dev.longfatpipe.path.LossModel;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.path.PathBuilder;
import dev.longfatpipe.path.Queue;
import dev.longfatpipe.units.DataRate;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class NetemLineTests {

    private static PathBuilder path() {
        return Path.builder().rtt(Duration.ofMillis(100)).rate(DataRate.ofMegabitsPerSecond(20));
    }

    private static NetemLine line(PathBuilder path) {
        return new NetemLine(path.build(), Direction.DOWNSTREAM);
    }

    @Test
    void the_bottleneck_has_the_rate_and_room_for_the_queue_less_the_frame_that_is_being_sent() {
        assertThat(line(path()).bottleneck("eth1"))
                .containsExactly(
                        "qdisc replace dev eth1 root handle 1: hfsc default 1",
                        "class replace dev eth1 parent 1: classid 1:1 hfsc ls m2 20000000bit ul m2 20000000bit",
                        "qdisc replace dev eth1 parent 1:1 handle 2: bfifo limit 248486");
    }

    @Test
    void the_room_is_never_less_than_a_frame() {
        assertThat(line(path().queue(Queue.parse("100B"))).limit()).isEqualTo(1514);
    }

    @Test
    void the_way_has_half_of_the_rtt_and_a_rate_a_little_above_that_of_the_bottleneck() {
        assertThat(line(path()).way("eth0"))
                .isEqualTo(
                        "qdisc replace dev eth0 root handle 3: netem delay 50000us rate 21000000bit limit 4000000 loss random"
                                + " 0%");
    }

    @Test
    void a_line_without_a_limit_is_a_way_only() {
        NetemLine unlimited = line(Path.builder().rtt(Duration.ofMillis(1)));
        assertThat(unlimited.isLimited()).isFalse();
        assertThat(unlimited.way("eth0"))
                .isEqualTo(
                        "qdisc replace dev eth0 root handle 3: netem delay 500us rate 400000000000bit limit 4000000 loss random"
                                + " 0%");
    }

    @Test
    void jitter_is_drawn_to_both_sides_of_the_mean() {
        assertThat(line(path().jitter(Duration.ofNanos(10_001_000))).way("eth0"))
                .contains(" delay 55000.5us 5000.5us rate ");
    }

    @Test
    void loss_is_a_share_or_a_chain() {
        assertThat(line(path().loss(LossModel.parse("0.1%"))).way("eth0")).endsWith(" loss random 0.1%");
        assertThat(line(path().loss(LossModel.parse("gilbert-elliott p=1% r=25% 1-h=90% 1-k=0.5%")))
                        .way("eth0"))
                .endsWith(" loss gemodel 1% 25% 90% 0.5%");
    }

    private static final String SHOWN = "[{\"kind\":\"netem\",\"handle\":\"3:\",\"root\":true,\"refcnt\":2,\"options\":"
            + "{\"limit\":4000000,\"delay\":{\"delay\":0.05,\"jitter\":0,\"correlation\":0},"
            + "\"loss-random\":{\"loss\":0.01,\"correlation\":0},\"ecn\":false,\"gap\":0},\"bytes\":12548280,"
            + "\"packets\":8306,\"drops\":74,\"overlimits\":0,\"requeues\":0,\"backlog\":272520,\"qlen\":180},"
            + "{\"kind\":\"hfsc\",\"handle\":\"1:\",\"root\":true,\"options\":{default 1 },\"drops\":90},"
            + "{\"kind\":\"bfifo\",\"handle\":\"2:\",\"parent\":\"1:1\",\"options\":{\"limit\":248486}}]";

    @Test
    void what_was_applied_is_compared_with_what_was_asked_for() {
        List<Qdisc> shown = Qdisc.parseAll(SHOWN);
        Qdisc queue = Qdisc.find(shown, NetemLine.QUEUE);
        Qdisc way = Qdisc.find(shown, NetemLine.WAY);
        PathBuilder lossy = path().loss(LossModel.parse("1%"));
        assertThat(line(lossy).differences(queue, way)).isEmpty();
        assertThat(line(lossy.rtt(Duration.ofMillis(80)).queue(Queue.parse("100kB")))
                        .differences(queue, way))
                .containsExactly(
                        "limit 98486 was asked for and 248486 applied", "delay 0.04 was asked for and 0.05 applied");
        assertThat(line(path().loss(LossModel.parse("2%"))).differences(queue, way))
                .containsExactly("loss 0.02 was asked for and 0.01 applied");
    }

    @Test
    void counters_are_read() {
        Qdisc way = Qdisc.find(Qdisc.parseAll(SHOWN), NetemLine.WAY);
        assertThat(way.bytes()).isEqualTo(12_548_280);
        assertThat(way.packets()).isEqualTo(8_306);
        assertThat(way.drops()).isEqualTo(74);
        assertThat(way.backlog()).isEqualTo(272_520);
        assertThat(way.queued()).isEqualTo(180);
        assertThat(Qdisc.find(Qdisc.parseAll(SHOWN), "9:").drops()).isZero();
    }

    @Test
    void bytes_take_their_time_on_a_line_with_a_rate() {
        assertThat(line(path()).nanosFor(2_500)).isEqualTo(1_000_000);
        assertThat(line(Path.builder().rtt(Duration.ofMillis(1))).nanosFor(2_500))
                .isZero();
    }

    @Test
    void what_netem_would_do_otherwise_is_refused() {
        assertThatCode(() -> NetemLine.requirePossible(path().build())).doesNotThrowAnyException();
        assertThatThrownBy(() -> NetemLine.requirePossible(
                        path().jitter(Duration.ofSeconds(5)).build()))
                .isInstanceOf(IOException.class)
                .hasMessage(
                        "jitter [5s] is more than backend netem can draw: write at most \"4s\", or use backend relay");
        assertThatThrownBy(() -> NetemLine.requirePossible(
                        path().rate(DataRate.ofGigabitsPerSecond(40)).build()))
                .isInstanceOf(IOException.class)
                .hasMessage(
                        "rate [40gbit] is more than backend netem can hold: write at most \"30gbit\", or omit it for an"
                                + " unlimited line");
    }
}
