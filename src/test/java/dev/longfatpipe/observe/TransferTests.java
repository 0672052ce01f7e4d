/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import static dev.longfatpipe.observe.FlowSample.NONE;
import static dev.longfatpipe.observe.Seen.at;
import static dev.longfatpipe.observe.Seen.connection;
import static dev.longfatpipe.observe.Seen.flow;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.longfatpipe.path.Direction;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class TransferTests {

    private static Transfer of(PipeSnapshot... snapshots) {
        return Transfer.of(Seen.pipe(), List.of(snapshots), List.of());
    }

    /** A client connects at 1100, and a million bytes come down from 1250 to 2100. */
    private static Transfer download() {
        return of(
                at(1000),
                at(1200, connection(1, 1100, flow(100, 0, 0, 0, 0), NONE)),
                at(1600, connection(1, 1100, flow(100, 100, 0, 1250, 1250), flow(500_000, 250_000, 0, 1350, 1599))),
                at(
                        2400,
                        connection(1, 1100, flow(100, 100, 0, 1250, 1250), flow(1_000_000, 1_000_000, 0, 1350, 2100))));
    }

    @Test
    void it_runs_from_the_first_thing_that_happened_to_the_last_byte_delivered() {
        assertThat(download().duration()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void its_direction_is_the_one_that_carried_more() {
        assertThat(download().direction()).isEqualTo(Direction.DOWNSTREAM);
        assertThat(download().bytes()).isEqualTo(DataSize.ofBytes(1_000_000));
        assertThat(download().bytes(Direction.UPSTREAM)).isEqualTo(DataSize.ofBytes(100));
    }

    @Test
    void its_goodput_is_bytes_per_duration() {
        assertThat(download().goodput()).isEqualTo(DataRate.ofMegabitsPerSecond(8));
        assertThat(download().goodput(Direction.UPSTREAM)).isEqualTo(DataRate.ofBitsPerSecond(5_333));
    }

    @Test
    void the_first_byte_counts_from_the_first_thing_that_happened() {
        assertThat(download().timeToFirstByte()).contains(Duration.ofMillis(250));
    }

    @Test
    void it_reads_as_one_line() {
        assertThat(download()).hasToString("1 MB downstream in 1000 ms (8 mbit)");
    }

    @Test
    void fewer_than_two_snapshots_are_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of(at(1000)))
                .withMessage("snapshots [1] must be at least two");
    }

    @Test
    void warnings_are_kept() {
        Transfer transfer = Transfer.of(Seen.pipe(), List.of(at(1), at(2)), List.of("beware"));
        assertThat(transfer.warnings()).containsExactly("beware");
        assertThat(transfer.pipe()).isEqualTo(Seen.pipe());
    }

    @Nested
    class Nothing {

        private final Transfer nothing = of(at(1000), at(2000));

        @Test
        void has_no_bytes_no_duration_and_no_goodput() {
            assertThat(nothing.bytes()).isEqualTo(DataSize.ofBytes(0));
            assertThat(nothing.duration()).isZero();
            assertThat(nothing.goodput()).isEqualTo(DataRate.ofBitsPerSecond(0));
            assertThat(nothing.timeToFirstByte()).isEmpty();
            assertThat(nothing.direction()).isEqualTo(Direction.DOWNSTREAM);
            assertThat(nothing.connections()).isEmpty();
        }

        @Test
        void happened_on_a_connection_that_was_idle_all_the_time() {
            ConnectionSample idle = connection(1, 100, NONE, flow(5_000, 5_000, 0, 200, 300));
            Transfer transfer = of(at(1000, idle), at(2000, idle));
            assertThat(transfer.duration()).isZero();
            assertThat(transfer.bytes()).isEqualTo(DataSize.ofBytes(0));
            assertThat(transfer.connections()).hasSize(1);
            assertThat(transfer.timeToFirstByte()).isEmpty();
        }
    }

    @Nested
    class WarmConnection {

        @Test
        void begins_with_the_snapshot_before_its_first_new_byte() {
            Transfer transfer = of(
                    at(1000, connection(1, 100, NONE, flow(5_000, 5_000, 0, 200, 300))),
                    at(1020, connection(1, 100, NONE, flow(5_000, 5_000, 0, 200, 300))),
                    at(1040, connection(1, 100, NONE, flow(9_000, 5_000, 0, 200, 300))),
                    at(1200, connection(1, 100, NONE, flow(9_000, 9_000, 0, 200, 1120))));
            assertThat(transfer.duration()).isEqualTo(Duration.ofMillis(100));
            assertThat(transfer.bytes()).isEqualTo(DataSize.ofBytes(4_000));
            assertThat(transfer.connections().get(0).openedDuring()).isFalse();
            assertThat(transfer.timeToFirstByte()).contains(Duration.ofMillis(100));
        }

        @Test
        void bytes_that_were_under_way_before_count_for_this_transfer() {
            Transfer transfer = of(
                    at(1000, connection(1, 100, NONE, flow(9_000, 5_000, 0, 200, 300))),
                    at(1200, connection(1, 100, NONE, flow(9_000, 9_000, 0, 200, 1120))));
            assertThat(transfer.bytes()).isEqualTo(DataSize.ofBytes(4_000));
            assertThat(transfer.duration()).isEqualTo(Duration.ofMillis(120));
        }
    }

    @Nested
    class TheFirstDelivery {

        private long firstDelivery(PipeSnapshot... snapshots) {
            return of(snapshots).connections().get(0).downstream().firstDeliveryNanos() / Seen.MILLI;
        }

        @Test
        void of_a_new_connection_is_known() {
            assertThat(firstDelivery(at(1000), at(2000, connection(1, 1100, NONE, flow(500, 500, 0, 1200, 1900)))))
                    .isEqualTo(1200);
        }

        @Test
        void of_an_open_connection_that_had_carried_nothing_is_known() {
            assertThat(firstDelivery(
                            at(1000, connection(1, 100, NONE, NONE)),
                            at(2000, connection(1, 100, NONE, flow(500, 500, 0, 1200, 1900)))))
                    .isEqualTo(1200);
        }

        @Test
        void of_an_open_connection_is_the_first_that_a_snapshot_tells_of() {
            assertThat(firstDelivery(
                            at(1000, connection(1, 100, NONE, flow(500, 500, 0, 200, 300))),
                            at(1200, connection(1, 100, NONE, flow(900, 500, 0, 200, 300))),
                            at(1220, connection(1, 100, NONE, flow(900, 600, 0, 200, 1213))),
                            at(1400, connection(1, 100, NONE, flow(900, 900, 0, 200, 1390)))))
                    .isEqualTo(1213);
        }

        @Test
        void is_none_where_nothing_came() {
            ConnectionSample idle = connection(1, 100, NONE, flow(500, 500, 0, 200, 300));
            assertThat(firstDelivery(at(1000, idle), at(2000, idle))).isZero();
        }
    }

    @Nested
    class Connections {

        @Test
        void a_connection_closed_before_does_not_belong_to_it() {
            ConnectionSample old = Seen.closed(connection(1, 100, NONE, flow(5_000, 5_000, 0, 200, 300)));
            Transfer transfer = of(at(1000, old), at(2000, old, connection(2, 1500, NONE, NONE)));
            assertThat(transfer.connections()).extracting(Connection::id).containsExactly(Seen.id(2));
        }

        @Test
        void a_connection_closed_meanwhile_belongs_to_it() {
            ConnectionSample open = connection(1, 100, NONE, flow(5_000, 5_000, 0, 200, 300));
            ConnectionSample later = Seen.closed(connection(1, 100, NONE, flow(8_000, 8_000, 0, 200, 1300)));
            Transfer transfer = of(at(1000, open), at(2000, later));
            assertThat(transfer.connections()).hasSize(1);
            assertThat(transfer.bytes()).isEqualTo(DataSize.ofBytes(3_000));
        }

        @Test
        void those_that_carried_bytes_are_told_apart() {
            Transfer transfer = of(
                    at(1000),
                    at(
                            2000,
                            connection(1, 1100, flow(10, 10, 0, 1200, 1200), NONE),
                            connection(2, 1100, NONE, flow(20, 20, 0, 1300, 1300))));
            assertThat(transfer.connectionsWithBytes(Direction.UPSTREAM))
                    .extracting(Connection::id)
                    .containsExactly(Seen.id(1));
            assertThat(transfer.connectionsWithBytes(Direction.DOWNSTREAM))
                    .extracting(Connection::id)
                    .containsExactly(Seen.id(2));
            assertThat(transfer.connections().get(0).flow(Direction.UPSTREAM).bytes())
                    .isEqualTo(DataSize.ofBytes(10));
        }

        @Test
        void one_that_was_opened_meanwhile_says_so() {
            assertThat(download().connections().get(0).openedDuring()).isTrue();
            assertThat(download().connections().get(0).downstream().before()).isEqualTo(NONE);
        }
    }

    @Nested
    class SlowReaders {

        @Test
        void a_transfer_lasts_until_the_application_has_read() {
            Transfer transfer = of(
                    at(1000),
                    at(1500, connection(1, 1000, NONE, flow(10_000, 4_000, 6_000, 1100, 1400))),
                    at(1900, connection(1, 1000, NONE, flow(10_000, 8_000, 2_000, 1100, 1400))),
                    at(2000, connection(1, 1000, NONE, flow(10_000, 10_000, 0, 1100, 1400))));
            assertThat(transfer.duration()).isEqualTo(Duration.ofSeconds(1));
            assertThat(transfer.connections().get(0).downstream().unreadAtEnd()).isEqualTo(Duration.ofMillis(500));
            assertThat(transfer.connections().get(0).upstream().unreadAtEnd()).isZero();
        }

        @Test
        void are_told_from_those_that_read_promptly() {
            FlowSample prompt = flow(10_000, 10_000, 0, 1100, 1450);
            Transfer transfer = of(
                    at(1000),
                    at(
                            1500,
                            connection(1, 1000, NONE, flow(10_000, 4_000, 6_000, 1100, 1400)),
                            connection(2, 1000, NONE, prompt)),
                    at(
                            1900,
                            connection(1, 1000, NONE, flow(10_000, 8_000, 2_000, 1100, 1400)),
                            connection(2, 1000, NONE, prompt)),
                    at(
                            2000,
                            connection(1, 1000, NONE, flow(10_000, 10_000, 0, 1100, 1400)),
                            connection(2, 1000, NONE, prompt)));
            assertThat(transfer.connections())
                    .extracting(connection -> connection.downstream().unreadAtEnd())
                    .containsExactly(Duration.ofMillis(500), Duration.ZERO);
        }

        @Test
        void are_not_charged_for_what_lay_there_before() {
            Transfer transfer = of(
                    at(1000, connection(1, 100, NONE, flow(10_000, 4_000, 6_000, 200, 300))),
                    at(1400, connection(1, 100, NONE, flow(10_000, 6_000, 4_000, 200, 300))),
                    at(1500, connection(1, 100, NONE, flow(10_000, 10_000, 0, 200, 300))));
            assertThat(transfer.connections().get(0).downstream().unreadAtEnd()).isEqualTo(Duration.ofMillis(400));
        }

        @Test
        void bytes_that_nobody_ever_reads_do_not_prolong_it() {
            ConnectionSample left = connection(1, 1000, NONE, flow(10_000, 9_995, 5, 1100, 1400));
            assertThat(of(at(1000), at(1500, left), at(2000, left), at(3500, left))
                            .duration())
                    .isEqualTo(Duration.ofMillis(400));
        }

        @Test
        void what_a_closed_connection_left_unread_does_not_count() {
            ConnectionSample left = Seen.closed(connection(1, 1000, NONE, flow(10_000, 4_000, 6_000, 1100, 1400)));
            assertThat(of(at(1000), at(1500, left), at(2000, left)).duration()).isEqualTo(Duration.ofMillis(400));
        }
    }

    @Test
    void punctuality_is_that_of_its_own_time() {
        PipeSnapshot first = new PipeSnapshot(
                0,
                List.of(),
                new Punctuality(
                        Duration.ofSeconds(10), Duration.ofSeconds(5), Duration.ofMillis(70), Duration.ofSeconds(2)));
        PipeSnapshot last = new PipeSnapshot(
                1,
                List.of(),
                new Punctuality(
                        Duration.ofSeconds(14), Duration.ofSeconds(6), Duration.ofMillis(80), Duration.ofSeconds(4)));
        Punctuality own = of(first, last).punctuality();
        assertThat(own)
                .isEqualTo(new Punctuality(
                        Duration.ofSeconds(4), Duration.ofSeconds(1), Duration.ofMillis(80), Duration.ofSeconds(2)));
        assertThat(own.stalledShare()).isEqualTo(0.25);
        assertThat(own.busyShare()).isEqualTo(0.5);
        assertThat(Punctuality.NONE.busyShare()).isZero();
    }

    @Test
    void what_was_idle_before_and_after_dilutes_no_stall() {
        ConnectionSample before = connection(1, 100, NONE, flow(5_000, 5_000, 0, 200, 300));
        ConnectionSample after = connection(1, 100, NONE, flow(9_000, 9_000, 0, 200, 11_900));
        Transfer transfer = of(
                punctual(0, 0, before),
                punctual(11_000, 0, before),
                punctual(12_000, 500, after),
                punctual(20_000, 500, after));
        assertThat(transfer.punctuality().stalledShare()).isEqualTo(0.5);
    }

    private static PipeSnapshot punctual(long millis, long stalledMillis, ConnectionSample connection) {
        return new PipeSnapshot(
                TimeUnit.MILLISECONDS.toNanos(millis),
                List.of(connection),
                new Punctuality(
                        Duration.ofMillis(millis), Duration.ofMillis(stalledMillis), Duration.ZERO, Duration.ZERO));
    }

    @Test
    void the_answer_to_an_upload_takes_nothing_from_its_goodput() {
        Transfer transfer = of(
                at(1000),
                at(2000, connection(1, 1000, flow(10_000, 10_000, 0, 1100, 1500), flow(1, 1, 0, 1600, 1600))));
        assertThat(transfer.goodput(Direction.UPSTREAM)).isEqualTo(DataRate.ofKilobitsPerSecond(160));
        assertThat(transfer.duration()).isEqualTo(Duration.ofMillis(600));
    }

    @Test
    void connections_are_named_with_their_addresses() {
        assertThat(Seen.id(3)).hasToString("#3 127.0.0.1:40003 -> 127.0.0.1:80");
    }
}
