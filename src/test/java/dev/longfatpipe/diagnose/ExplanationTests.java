/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import static dev.longfatpipe.diagnose.Recorded.LONG_FAT;
import static dev.longfatpipe.diagnose.RecordedFlow.explicit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.observe.SenderState;
import dev.longfatpipe.observe.Transfer;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.Utilisation;
import java.time.Duration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ExplanationTests {

    private static final Utilisation MOST = Utilisation.ofPercent(80);

    private static RecordedFlow narrow() {
        return RecordedFlow.of(62_500_000)
                .idle(SenderState.HANDSHAKE, 150)
                .idle(SenderState.SLOW_START, 200)
                .spent(SenderState.RECEIVE_WINDOW, 99_600, 94_500)
                .receiver(explicit(65_536), 64_088);
    }

    private static Recorded narrow(Path path) {
        return Recorded.on(path, 100_000).flow(narrow());
    }

    private static RecordedFlow megabyte() {
        return RecordedFlow.of(1_048_576).idle(SenderState.HANDSHAKE, 150).spent(SenderState.SLOW_START, 600, 520);
    }

    private static Explanation of(Recorded recorded) {
        return Explanation.of(Assessment.of(recorded.transfer()));
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElseThrow();
    }

    private static String path(String text) {
        return text.substring(text.indexOf("  Path "), text.indexOf("\n  Limit "))
                .replaceAll("\\s+", " ")
                .strip();
    }

    @Nested
    class Of_a_share_of_the_expectation {

        @Test
        void has_the_whole_layout() {
            assertThat(of(narrow(LONG_FAT)).belowExpectation(MOST)).isEqualTo("""
                    Expected goodput >= 66.9 mbit (80 % of the expectation, 83.7 mbit) but was 5 mbit (5.9 %).
                      Path      rtt 100 ms (measured 100.4 ms), rate 100 mbit, queue 1bdp; BDP 1.25 MB; backend relay (TCP modelled); kernel
                                linux-6.1
                      Limit     RECEIVE_WINDOW: the line stood idle 94.8 % of the time (94.9 s of 100 s), 99.6 % of that because the
                                receiver's window was full: no more bytes may be under way than the receiver has announced to have room for
                                client socket 127.0.0.1:51514 has SO_RCVBUF 65536, set explicitly -> window 64088 -> ceiling 5.1 mbit at rtt
                                100 ms: matches
                      Fix       do not set SO_RCVBUF on the client's socket: auto-tuning may grow to net.ipv4.tcp_rmem max = 33554432 here
                                (window 16777216 bytes); or set it to >= 2.5 MB (2 BDP) BEFORE connect(), which net.core.rmem_max (now
                                67108864) allows""");
        }

        @Test
        void tells_warnings_where_there_are_any() {
            Recorded recorded = narrow(LONG_FAT)
                    .warning("SO_RCVBUF of the client is 65536, which is net.core.rmem_max of this host")
                    .warning("a second one");

            assertThat(of(recorded).belowExpectation(MOST)).isEqualTo("""
                    Expected goodput >= 66.9 mbit (80 % of the expectation, 83.7 mbit) but was 5 mbit (5.9 %).
                      Path      rtt 100 ms (measured 100.4 ms), rate 100 mbit, queue 1bdp; BDP 1.25 MB; backend relay (TCP modelled); kernel
                                linux-6.1
                      Limit     RECEIVE_WINDOW: the line stood idle 94.8 % of the time (94.9 s of 100 s), 99.6 % of that because the
                                receiver's window was full: no more bytes may be under way than the receiver has announced to have room for
                                client socket 127.0.0.1:51514 has SO_RCVBUF 65536, set explicitly -> window 64088 -> ceiling 5.1 mbit at rtt
                                100 ms: matches
                      Fix       do not set SO_RCVBUF on the client's socket: auto-tuning may grow to net.ipv4.tcp_rmem max = 33554432 here
                                (window 16777216 bytes); or set it to >= 2.5 MB (2 BDP) BEFORE connect(), which net.core.rmem_max (now
                                67108864) allows
                      Warnings  SO_RCVBUF of the client is 65536, which is net.core.rmem_max of this host
                                a second one""");
        }

        @Test
        void tells_the_seed_where_packets_are_lost_by_chance() {
            Path lossy = LONG_FAT.toBuilder().loss("0.01%").build();

            assertThat(path(of(narrow(lossy)).belowExpectation(MOST))).isEqualTo("""
                    Path rtt 100 ms (measured 100.4 ms), rate 100 mbit, queue 1bdp, loss 0.01%; BDP 1.25 MB; backend \
                    relay (TCP modelled); kernel linux-6.1; seed 7""");
        }

        @Test
        void tells_an_asymmetric_path_and_two_kernels() {
            Path asymmetric = Path.builder()
                    .name("adsl")
                    .delay(Direction.UPSTREAM, Duration.ofMillis(20))
                    .delay(Direction.DOWNSTREAM, Duration.ofMillis(30))
                    .rate(Direction.UPSTREAM, DataRate.parse("1mbit"))
                    .rate(Direction.DOWNSTREAM, DataRate.parse("16mbit"))
                    .jitter(Duration.ofMillis(1))
                    .build();

            assertThat(path(of(narrow(asymmetric).clientKernel(KernelProfile.linux618()))
                            .belowExpectation(MOST)))
                    .isEqualTo("""
                    Path adsl: rtt 50 ms (20 ms up / 30 ms down; measured 50.4 ms), rate 1 mbit up / 16 mbit down, \
                    queue 1bdp, jitter 1 ms; BDP 100 kB; backend relay (TCP modelled); client's kernel linux-6.18, \
                    server's kernel linux-6.1; seed 7""");
        }

        @Test
        void of_a_short_transfer_is_that_of_a_short_transfer() {
            assertThat(firstLine(
                            of(Recorded.on(LONG_FAT, 1_640).flow(megabyte())).belowExpectation(MOST)))
                    .isEqualTo("""
                    Expected goodput >= 8.3 mbit (80 % of the expectation, 10.3 mbit) but was 5.1 mbit (49.5 %).""");
        }

        @Test
        void writes_rates_apart_that_would_read_the_same() {
            // both are 76 mbit to people
            Recorded recorded = Recorded.on(LONG_FAT, 100_000)
                    .flow(RecordedFlow.of(950_000_000).idle(SenderState.WAITING_FOR_DATA, 20_000));
            Utilisation nearly = Utilisation.parse("80.25%");

            assertThat(firstLine(of(recorded).belowExpectation(nearly))).isEqualTo("""
                    Expected goodput >= 76.037 mbit (80.2 % of the expectation, 94.7 mbit) but was 76.000 mbit (80.2 %).""");
        }

        @Test
        void is_refused_where_nothing_bounds_the_goodput() {
            Path nothing = Path.builder().build();
            Explanation explanation = of(narrow(nothing));

            assertThatIllegalArgumentException()
                    .isThrownBy(() -> explanation.belowExpectation(MOST))
                    .withMessage(
                            "path [rtt 0 ms, rate unlimited] bounds nothing, so that there is no expectation to take a"
                                    + " share of: give it a rate or an rtt, or ask for a goodput such as \"50mbit\"");
        }
    }

    @Nested
    class Of_a_share_of_the_line_rate {

        @Test
        void counts_headers_as_part_of_the_line() {
            assertThat(firstLine(of(narrow(LONG_FAT)).belowLinkRate(MOST))).isEqualTo("""
                    Expected goodput >= 80 mbit (80 % of the line rate, 100 mbit) but was 5 mbit (5 %).""");
        }

        @Test
        void says_so_when_no_application_could_reach_it() {
            assertThat(firstLine(of(narrow(LONG_FAT)).belowLinkRate(Utilisation.ofPercent(99))))
                    .isEqualTo("""
                    Expected goodput >= 99 mbit (99 % of the line rate, 100 mbit) but was 5 mbit (5 %). Headers leave \
                    at most 95.6 mbit of this line to the application.""");
        }

        @Test
        void is_refused_where_the_line_has_no_rate() {
            Explanation explanation =
                    of(narrow(Path.builder().rtt(Duration.ofMillis(100)).build()));

            assertThatIllegalArgumentException()
                    .isThrownBy(() -> explanation.belowLinkRate(MOST))
                    .withMessage(
                            "path [rtt 100 ms, rate unlimited] has no rate to take a share of: give it one, or ask for"
                                    + " a goodput such as \"50mbit\"");
        }
    }

    @Nested
    class Of_a_rate {

        @Test
        void is_compared_with_the_expectation_as_well() {
            assertThat(firstLine(of(narrow(LONG_FAT)).belowRate(DataRate.parse("50mbit"))))
                    .isEqualTo("""
                    Expected goodput >= 50 mbit but was 5 mbit (5.9 % of the expectation, 83.7 mbit).""");
        }

        @Test
        void needs_no_expectation() {
            Path nothing = Path.builder().build();

            assertThat(of(narrow(nothing)).belowRate(DataRate.parse("50mbit")))
                    .startsWith("Expected goodput >= 50 mbit but was 5 mbit.\n");
        }
    }

    @Nested
    class Of_a_time {

        @Test
        void says_what_the_path_allows() {
            assertThat(firstLine(
                            of(Recorded.on(LONG_FAT, 1_640).flow(megabyte())).laterThan(Duration.ofSeconds(1))))
                    .isEqualTo("""
                    Expected completion within 1 s but took 1.64 s (1 MiB downstream; the path allows 812.1 ms).""");
        }

        @Test
        void writes_times_apart_that_would_read_the_same() {
            assertThat(firstLine(
                            of(Recorded.on(LONG_FAT, 1_641).flow(megabyte())).laterThan(Duration.ofMillis(1_640))))
                    .isEqualTo("""
                    Expected completion within 1.64s but took 1.641s (1 MiB downstream; the path allows 812.1 ms).""");
        }

        @Test
        void says_so_when_no_application_could_do_it() {
            assertThat(firstLine(of(Recorded.on(LONG_FAT, 820).flow(megabyte())).laterThan(Duration.ofMillis(300))))
                    .isEqualTo("""
                    Expected completion within 300 ms but took 820 ms (1 MiB downstream; the path allows 812.1 ms, so \
                    that no application can do what is expected).""");
        }
    }

    @Nested
    class Of_an_inconclusive_transfer {

        @Test
        void begins_with_the_reason() {
            Explanation explanation = of(narrow(LONG_FAT).stalled(Duration.ofSeconds(12)));

            assertThat(explanation.inconclusive(explanation.belowExpectation(MOST)))
                    .isEqualTo("""
                    INCONCLUSIVE: the machine was too busy to hold the path: the pipe's work was overdue for 12 % of \
                    the time (12 s of 100 s; 5 % is tolerated), at worst by 3 s. Without that it would have failed \
                    with:
                    Expected goodput >= 66.9 mbit (80 % of the expectation, 83.7 mbit) but was 5 mbit (5.9 %).
                      Path      rtt 100 ms (measured 100.4 ms), rate 100 mbit, queue 1bdp; BDP 1.25 MB; backend relay (TCP modelled); kernel
                                linux-6.1
                      Limit     RECEIVE_WINDOW: the line stood idle 94.8 % of the time (94.9 s of 100 s), 99.6 % of that because the
                                receiver's window was full: no more bytes may be under way than the receiver has announced to have room for
                                client socket 127.0.0.1:51514 has SO_RCVBUF 65536, set explicitly -> window 64088 -> ceiling 5.1 mbit at rtt
                                100 ms: matches
                      Fix       do not set SO_RCVBUF on the client's socket: auto-tuning may grow to net.ipv4.tcp_rmem max = 33554432 here
                                (window 16777216 bytes); or set it to >= 2.5 MB (2 BDP) BEFORE connect(), which net.core.rmem_max (now
                                67108864) allows""");
        }

        @Test
        void is_refused_for_a_conclusive_one() {
            Explanation explanation = of(narrow(LONG_FAT));

            assertThatIllegalStateException()
                    .isThrownBy(() -> explanation.inconclusive("failure"))
                    .withMessage("this assessment is conclusive: fail with the text as it is");
        }
    }

    @Test
    void may_take_the_diagnosis_of_one_connection() {
        Transfer transfer = Recorded.on(LONG_FAT, 100_000)
                .flow(narrow())
                .flow(RecordedFlow.of(62_500_000).idle(SenderState.WAITING_FOR_DATA, 99_800))
                .transfer();
        Explanation explanation = Explanation.of(Assessment.of(transfer))
                .with(Diagnosis.of(transfer, transfer.connections().get(1)));

        assertThat(explanation.under("A first line.")).isEqualTo("""
                    A first line.
                      Path      rtt 100 ms (measured 100.4 ms), rate 100 mbit, queue 1bdp; BDP 1.25 MB; backend relay (TCP modelled); kernel
                                linux-6.1
                      Limit     SENDER: the line stood idle 100 % of the time (99.8 s of 99.8 s), 100 % of that because the sending
                                application offered no bytes
                                server socket 127.0.0.1:8080 was empty for 99.8 s before its last byte
                                the first byte arrived after 150 ms
                      Fix       no buffer helps here. If the two ends take turns (a request, its answer, the next request), each turn costs
                                a round trip of 100 ms here: send the next message without waiting, or use several connections. Otherwise
                                the server must write more, sooner: look for what its writing thread waits for (disk, database, a lock)""");
    }
}
