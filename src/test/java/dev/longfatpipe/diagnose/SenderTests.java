/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import static dev.longfatpipe.diagnose.Recorded.LONG_FAT;
import static dev.longfatpipe.diagnose.Recorded.words;
import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.observe.SenderState;
import org.junit.jupiter.api.Test;

class SenderTests {

    @Test
    void that_offered_nothing_is_named_with_the_price_of_waiting_for_answers() {
        Diagnosis diagnosis = Diagnosis.of(Recorded.on(LONG_FAT, 3_000)
                .flow(RecordedFlow.of(2_000_000)
                        .idle(SenderState.HANDSHAKE, 150)
                        .idle(SenderState.SLOW_START, 400)
                        .spent(SenderState.WAITING_FOR_DATA, 2_290, 2_140))
                .transfer());

        assertThat(words(diagnosis)).isEqualTo("""
                    SENDER: the line stood idle 94.7 % of the time (2.69 s of 2.84 s), 79.5 % of that because the \
                    sending application offered no bytes
                    beside it: SLOW_START 20.4 % (connections were opening), which this path takes anyway
                    server socket 127.0.0.1:8080 was empty for 2.29 s before its last byte
                    the first byte arrived after 150 ms
                    Fix: no buffer helps here. If the two ends take turns (a request, its answer, the next request), \
                    each turn costs a round trip of 100 ms here: send the next message without waiting, or use several \
                    connections. Otherwise the server must write more, sooner: look for what its writing thread waits \
                    for (disk, database, a lock)""");
    }

    @Test
    void that_is_the_client() {
        Diagnosis diagnosis = Diagnosis.of(Recorded.on(LONG_FAT, 3_000)
                .upstream()
                .flow(RecordedFlow.of(2_000_000)
                        .idle(SenderState.HANDSHAKE, 100)
                        .spent(SenderState.WAITING_FOR_DATA, 2_700, 2_550))
                .transfer());

        assertThat(diagnosis.evidence().get(1))
                .isEqualTo("client socket 127.0.0.1:51514 was empty for 2.7 s before its last byte");
        assertThat(diagnosis.remedy()).contains("Otherwise the client must write more, sooner: ");
    }

    @Test
    void is_not_blamed_for_the_trip_of_the_request() {
        Diagnosis diagnosis = Diagnosis.of(Recorded.on(LONG_FAT, 101)
                .flow(RecordedFlow.of(10_000)
                        .warm(14_480)
                        .idle(SenderState.WAITING_FOR_DATA, 51)
                        .delivered(100, 101))
                .transfer());

        assertThat(words(diagnosis)).isEqualTo("""
                    UNKNOWN: nothing held the server back for long: 10 kB took 101 ms, and a round trip of the path \
                    takes 100 ms
                    Fix: move more bytes to learn more: so short a transfer is made of the path's own delay""");
    }

    @Test
    void is_blamed_for_what_it_took_beyond_the_trip_of_the_request() {
        Diagnosis diagnosis = Diagnosis.of(Recorded.on(LONG_FAT, 500)
                .flow(RecordedFlow.of(10_000)
                        .warm(14_480)
                        .idle(SenderState.WAITING_FOR_DATA, 450)
                        .delivered(499, 500))
                .transfer());

        assertThat(words(diagnosis)).isEqualTo("""
                    SENDER: the line stood idle 100 % of the time (400 ms of 400 ms), 100 % of that because the \
                    sending application offered no bytes
                    server socket 127.0.0.1:8080 was empty for 450 ms before its last byte
                    the first byte arrived after 499 ms
                    Fix: no buffer helps here. If the two ends take turns (a request, its answer, the next request), \
                    each turn costs a round trip of 100 ms here: send the next message without waiting, or use several \
                    connections. Otherwise the server must write more, sooner: look for what its writing thread waits \
                    for (disk, database, a lock)""");
    }
}
