/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import static dev.longfatpipe.diagnose.Recorded.LONG_FAT;
import static dev.longfatpipe.diagnose.Recorded.words;
import static dev.longfatpipe.diagnose.RecordedFlow.explicit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.observe.SenderState;
import dev.longfatpipe.path.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SlowStartDiagnosisTests {

    @Test
    void of_a_new_connection_counts_the_handshake_and_says_what_a_warm_one_takes() {
        Diagnosis diagnosis = Diagnosis.of(Recorded.on(LONG_FAT, 820)
                .flow(RecordedFlow.of(1_048_576)
                        .idle(SenderState.HANDSHAKE, 150)
                        .spent(SenderState.SLOW_START, 600, 520))
                .transfer());

        assertThat(words(diagnosis)).isEqualTo("""
                    SLOW_START: the line stood idle 89.3 % of the time (670 ms of 750 ms), 100 % of that because \
                    connections were opening: handshake, then slow start, in which a sender begins with little and \
                    doubles it with every round trip
                    the connection was new: to connect took 150 ms
                    the path allows 1 MiB in 812.1 ms: handshake, request, 7 rounds from 10 segments on
                    Fix: no buffer helps here. Reuse connections rather than open new ones, and move more bytes over \
                    each. Over a connection whose window is open the same bytes take 187.7 ms. Several connections in \
                    parallel begin with several times as much""");
    }

    @Test
    void of_a_connection_that_was_idle_names_the_sysctl() {
        Diagnosis diagnosis = Diagnosis.of(Recorded.on(LONG_FAT, 720)
                .flow(RecordedFlow.of(1_048_576)
                        .warm(14_480)
                        .idle(SenderState.WAITING_FOR_DATA, 50)
                        .spent(SenderState.SLOW_START, 600, 520)
                        .delivered(100, 720))
                .transfer());

        assertThat(words(diagnosis)).isEqualTo("""
                    SLOW_START: the line stood idle 86.6 % of the time (520 ms of 600 ms), 100 % of that because \
                    connections were opening: handshake, then slow start, in which a sender begins with little and \
                    doubles it with every round trip
                    the connection had been open before
                    the path allows 1 MiB in 712.1 ms: request, 7 rounds from 10 segments on
                    Fix: no buffer helps here. Keep connections busy: one that was idle for longer than its \
                    retransmission timeout begins again with 10 segments, unless net.ipv4.tcp_slow_start_after_idle is \
                    0 on the server (now 1). Over a connection whose window is open the same bytes take 187.7 ms. \
                    Several connections in parallel begin with several times as much""");
    }

    @Test
    void of_a_kernel_that_keeps_the_window_does_not_name_the_sysctl() {
        Diagnosis diagnosis = Diagnosis.of(Recorded.on(LONG_FAT, 720)
                .kernel(KernelProfile.linux61().with("net.ipv4.tcp_slow_start_after_idle", "0"))
                .flow(RecordedFlow.of(1_048_576)
                        .warm(28_960)
                        .spent(SenderState.SLOW_START, 600, 520)
                        .delivered(100, 720))
                .transfer());

        assertThat(words(diagnosis)).isEqualTo("""
                    SLOW_START: the line stood idle 86.6 % of the time (520 ms of 600 ms), 100 % of that because \
                    connections were opening: handshake, then slow start, in which a sender begins with little and \
                    doubles it with every round trip
                    the connection had been open before
                    the path allows 1 MiB in 613.2 ms: request, 6 rounds from 20 segments on
                    Fix: no buffer helps here. Move more bytes over each connection: its window grows while it is \
                    used. Over a connection whose window is open the same bytes take 187.7 ms. Several connections in \
                    parallel begin with several times as much""");
    }

    @Test
    void of_an_upload_on_a_line_without_a_rate() {
        Path unlimited = Path.builder().rtt(Duration.ofMillis(100)).build();
        Diagnosis diagnosis = Diagnosis.of(Recorded.on(unlimited, 700)
                .upstream()
                .flow(RecordedFlow.of(500_000)
                        .request(0)
                        .idle(SenderState.HANDSHAKE, 100)
                        .idle(SenderState.SLOW_START, 500))
                .transfer());

        assertThat(words(diagnosis)).isEqualTo("""
                    SLOW_START: the sender stood still 100 % of the time (600 ms of 600 ms), 100 % of that because \
                    connections were opening: handshake, then slow start, in which a sender begins with little and \
                    doubles it with every round trip
                    the connection was new: to connect took 100 ms
                    the path allows 500 kB in 650 ms: handshake, 6 rounds from 10 segments on
                    Fix: no buffer helps here. Reuse connections rather than open new ones, and move more bytes over \
                    each. Several connections in parallel begin with several times as much""");
    }

    @Test
    void is_not_the_verdict_of_a_long_transfer() {
        Diagnosis diagnosis = Diagnosis.of(Recorded.on(LONG_FAT, 10_000)
                .flow(RecordedFlow.of(6_250_000)
                        .idle(SenderState.HANDSHAKE, 150)
                        .idle(SenderState.SLOW_START, 520)
                        .idle(SenderState.RECEIVE_WINDOW, 9_000)
                        .receiver(explicit(65_536), 64_088))
                .transfer());

        assertThat(diagnosis.factor()).isEqualTo(LimitingFactor.RECEIVE_WINDOW);
    }

    /** Measured on a kernel: SO_SNDBUF 1 MiB reached 62.5 of the 79 mbit that 40 MB can be expected to. */
    @Test
    void of_what_the_path_takes_anyway_is_not_the_reason_for_what_is_missing() {
        Diagnosis diagnosis = Diagnosis.of(Recorded.on(LONG_FAT, 5_070)
                .upstream()
                .flow(RecordedFlow.of(40_000_000)
                        .idle(SenderState.HANDSHAKE, 100)
                        .spent(SenderState.SLOW_START, 1_300, 930)
                        .spent(SenderState.SEND_BUFFER, 3_660, 690)
                        .sender(explicit(1_048_576)))
                .transfer());

        assertThat(diagnosis.factor()).isEqualTo(LimitingFactor.SEND_BUFFER);
        assertThat(diagnosis.evidence())
                .startsWith(
                        "the line stood idle 33.9 % of the time (1.72 s of 5.06 s), 40.1 % of that because the send buffer"
                                + " was full: bytes stay in it until they are acknowledged, a round trip after they were sent",
                        "beside it: SLOW_START 59.8 % (connections were opening), 67.6 % of which this path takes anyway");
    }

    @Test
    void is_the_reason_of_a_transfer_from_which_nothing_else_is_missing() {
        Diagnosis diagnosis = Diagnosis.of(Recorded.on(LONG_FAT, 4_100)
                .flow(RecordedFlow.of(40_000_000)
                        .idle(SenderState.HANDSHAKE, 100)
                        .spent(SenderState.SLOW_START, 3_800, 600)
                        .idle(SenderState.WAITING_FOR_DATA, 60))
                .transfer());

        assertThat(diagnosis.factor()).isEqualTo(LimitingFactor.SLOW_START);
    }

    /** Measured on a kernel: with the window that the receiver has at first, a part of slow start shows as that window. */
    @Test
    void is_the_reason_of_a_transfer_that_took_no_longer_than_expected_whatever_shared_the_time() {
        Diagnosis diagnosis = Diagnosis.of(
                Recorded.on(Path.builder().rtt("200ms").rate("100mbit").build(), 1_740)
                        .flow(RecordedFlow.of(1_000_000)
                                .idle(SenderState.HANDSHAKE, 300)
                                .spent(SenderState.SLOW_START, 1_000, 940)
                                .idle(SenderState.RECEIVE_WINDOW, 190))
                        .transfer());

        assertThat(diagnosis.factor()).isEqualTo(LimitingFactor.SLOW_START);
    }
}
