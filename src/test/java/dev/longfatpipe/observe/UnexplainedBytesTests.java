/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import static dev.longfatpipe.diagnose.Recorded.LONG_FAT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.diagnose.Recorded;
import dev.longfatpipe.diagnose.RecordedFlow;
import org.junit.jupiter.api.Test;

/** 10 MB are 6,907 segments, 10.46 MB with their headers; up to 10.83 MB are taken to be theirs. */
class UnexplainedBytesTests {

    private static Transfer download(long packets, long bytes) {
        return Recorded.on(LONG_FAT, 2_000)
                .flow(RecordedFlow.of(10_000_000))
                .packets(packets, bytes)
                .transfer();
    }

    @Test
    void segments_and_their_headers_are_explained_by_their_connection() {
        assertThat(download(6_907, 10_457_000).warnings()).isEmpty();
    }

    @Test
    void what_is_within_a_twentieth_may_be_headers() {
        assertThat(download(7_300, 11_300_000).warnings()).isEmpty();
    }

    @Test
    void bytes_of_sockets_that_are_not_seen_are_told() {
        assertThat(download(13_814, 20_914_000).warnings())
                .containsExactly(
                        "10.1 MB of the 20.9 MB that crossed the pipe downstream belong to no connection that was seen,"
                                + " and are not in its figures: datagrams, or TCP between sockets that cannot be seen, such as those of a"
                                + " client in a container or another network namespace");
    }

    @Test
    void a_backend_that_counts_no_packets_has_nothing_to_explain() {
        assertThat(download(0, 0).warnings()).isEmpty();
    }

    @Test
    void a_trifle_is_not_worth_a_word() {
        assertThat(Recorded.on(LONG_FAT, 2_000)
                        .flow(RecordedFlow.of(10_000))
                        .packets(60, 60_000)
                        .transfer()
                        .warnings())
                .isEmpty();
    }

    @Test
    void a_transfer_of_datagrams_alone_is_not_known_where_only_packets_are_counted() {
        Transfer transfer = Recorded.on(LONG_FAT, 2_000).packets(100, 124_200).transfer();

        assertThat(transfer.unknown())
                .contains(
                        "0 packets crossed the pipe upstream and 100 downstream, of no connection that was seen: they are"
                                + " datagrams, of which backend [relay] tells no more than their number, or TCP between sockets that cannot be"
                                + " seen, such as those of a client in a container or another network namespace. Use backend relay or tun for"
                                + " datagrams");
    }

    @Test
    void connections_that_were_refused_have_carried_nothing() {
        assertThat(Recorded.on(LONG_FAT, 2_000).packets(60, 4_440).transfer().unknown())
                .isEmpty();
    }

    @Test
    void beside_a_connection_that_was_seen_the_transfer_is_known() {
        assertThat(download(13_814, 20_914_000).unknown()).isEmpty();
    }
}
