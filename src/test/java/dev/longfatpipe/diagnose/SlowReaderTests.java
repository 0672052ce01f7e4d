/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import static dev.longfatpipe.diagnose.Recorded.LONG_FAT;
import static dev.longfatpipe.diagnose.Recorded.words;
import static dev.longfatpipe.diagnose.RecordedFlow.auto;
import static dev.longfatpipe.diagnose.RecordedFlow.explicit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.observe.SenderState;
import dev.longfatpipe.observe.Transfer;
import org.junit.jupiter.api.Test;

class SlowReaderTests {

    @Test
    void is_told_by_what_it_left_unread() {
        Diagnosis diagnosis = Diagnosis.of(Recorded.on(LONG_FAT, 10_000)
                .flow(RecordedFlow.of(12_500_000)
                        .idle(SenderState.HANDSHAKE, 150)
                        .idle(SenderState.SLOW_START, 300)
                        .spent(SenderState.SLOW_READER, 9_500, 8_500)
                        .receiver(auto(), 1_048_576))
                .transfer());

        assertThat(words(diagnosis)).isEqualTo("""
                    SLOW_READER: the line stood idle 89.9 % of the time (8.95 s of 9.95 s), 94.9 % of that because the \
                    receiving application had not read what had arrived
                    client socket 127.0.0.1:51514 could hold 1048576 bytes; its application read 10.1 mbit, where a \
                    window of that size allows 83.9 mbit at rtt 100 ms
                    Fix: read faster in the client: take larger pieces, and do what takes long (parsing, disk, locks) \
                    on another thread than the one that reads. A larger SO_RCVBUF does not help a reader whose socket \
                    is never empty""");
    }

    @Test
    void that_reads_on_after_the_sender_is_done_is_told_by_the_time_it_took() {
        Diagnosis diagnosis = Diagnosis.of(Recorded.on(LONG_FAT, 3_100)
                .flow(RecordedFlow.of(3_000_000)
                        .idle(SenderState.HANDSHAKE, 150)
                        .spent(SenderState.SLOW_START, 750, 550)
                        .receiver(auto(), 5_340_580)
                        .delivered(200, 950)
                        .unreadUntil(3_050))
                .transfer());

        assertThat(words(diagnosis)).isEqualTo("""
                    SLOW_READER: the line stood idle 93.3 % of the time (2.8 s of 3 s), 75 % of that because the \
                    receiving application had not read what had arrived
                    beside it: SLOW_START 25 % (connections were opening), which this path takes anyway
                    client socket 127.0.0.1:51514 could hold 5340580 bytes; its application read 8 mbit, where a \
                    window of that size allows 427.2 mbit at rtt 100 ms
                    the last bytes had been in its socket for 2.1 s before they were read
                    Fix: read faster in the client: take larger pieces, and do what takes long (parsing, disk, locks) \
                    on another thread than the one that reads. A larger SO_RCVBUF does not help a reader whose socket \
                    is never empty""");
    }

    @Test
    void beside_a_connection_that_was_read_promptly_is_charged_to_its_own_only() {
        RecordedFlow prompt = RecordedFlow.of(3_000_000)
                .idle(SenderState.HANDSHAKE, 150)
                .spent(SenderState.SLOW_START, 750, 550)
                .delivered(200, 950);
        RecordedFlow late = RecordedFlow.of(3_000_000)
                .idle(SenderState.HANDSHAKE, 150)
                .spent(SenderState.SLOW_START, 750, 550)
                .delivered(200, 950)
                .unreadUntil(3_050);
        Transfer transfer = Recorded.on(LONG_FAT, 3_100).flow(prompt).flow(late).transfer();

        assertThat(Diagnosis.of(transfer, transfer.connections().get(0)).factor())
                .isEqualTo(LimitingFactor.SLOW_START);
        assertThat(Diagnosis.of(transfer, transfer.connections().get(0)).evidence())
                .noneMatch(line -> line.contains("SLOW_READER"));
        assertThat(Diagnosis.of(transfer, transfer.connections().get(1)).factor())
                .isEqualTo(LimitingFactor.SLOW_READER);
        assertThat(Diagnosis.of(transfer).evidence())
                .contains("client socket 127.0.0.1:51515 could hold 65160 bytes; its application read 8 mbit");
    }

    @Test
    void costs_the_others_nothing_while_they_still_fill_the_line() {
        RecordedFlow late = RecordedFlow.of(30_000_000)
                .spent(SenderState.SLOW_START, 3_000, 100)
                .delivered(200, 3_000)
                .unreadUntil(8_000);
        RecordedFlow busy = RecordedFlow.of(60_000_000)
                .spent(SenderState.SLOW_START, 9_900, 300)
                .delivered(200, 9_900);
        Transfer transfer = Recorded.on(LONG_FAT, 10_000).flow(late).flow(busy).transfer();

        assertThat(Diagnosis.of(transfer).factor()).isEqualTo(LimitingFactor.LINK);
        assertThat(Diagnosis.of(transfer, transfer.connections().get(0)).factor())
                .isEqualTo(LimitingFactor.SLOW_READER);
    }

    @Test
    void is_not_the_verdict_where_the_window_was_full_of_bytes_under_way() {
        Diagnosis diagnosis = Diagnosis.of(Recorded.on(LONG_FAT, 10_000)
                .flow(RecordedFlow.of(6_250_000)
                        .idle(SenderState.SLOW_READER, 4_000)
                        .idle(SenderState.RECEIVE_WINDOW, 5_900)
                        .receiver(explicit(65_536), 64_088))
                .transfer());

        assertThat(diagnosis.factor()).isEqualTo(LimitingFactor.RECEIVE_WINDOW);
    }
}
