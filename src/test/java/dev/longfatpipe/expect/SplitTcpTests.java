/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.expect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.path.Direction;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.path.PathBuilder;
import dev.longfatpipe.units.DataSize;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SplitTcpTests {

    private static SplitTcp split(boolean perConnectionRate, boolean lossIsRate) {
        return new SplitTcp(
                "Toxiproxy", perConnectionRate, DataSize.ofKibibytes(32), DataSize.ofMebibytes(32), lossIsRate);
    }

    private static ExpectationBuilder on(PathBuilder path, boolean perConnectionRate, boolean lossIsRate) {
        return Expectation.of(path.build(), Direction.DOWNSTREAM).splitTcp(split(perConnectionRate, lossIsRate));
    }

    private static PathBuilder longFat() {
        return Path.builder().rtt("100ms").rate("100mbit");
    }

    @Test
    void line_bounds_as_on_any_path() {
        assertThat(on(longFat(), false, false).build())
                .hasToString("95.6 mbit, LINK: 1448 of 1514 bytes of each frame carry payload");
    }

    @Test
    void each_connection_has_a_line_where_that_is_meant() {
        assertThat(on(longFat(), true, false).connections(4).build())
                .hasToString(
                        "382.6 mbit, LINK: 1448 of 1514 bytes of each frame carry payload, on a line for each of 4");
        assertThat(on(longFat(), false, false)
                        .connections(4)
                        .build()
                        .goodput()
                        .orElseThrow()
                        .describe())
                .isEqualTo("95.6 mbit");
    }

    /** 1024 x 32 KiB / 50 ms. */
    @Test
    void delay_line_bounds_a_path_without_a_rate() {
        assertThat(on(Path.builder().rtt("100ms"), false, false).build())
                .hasToString(
                        "5.4 gbit, DELAY_BUFFER: Toxiproxy delays at most 1024 pieces of 32KiB at a time, for 50 ms");
    }

    @Test
    void loss_bounds_only_where_it_is_a_cap_on_the_rate() {
        assertThat(on(longFat().loss("1%"), false, false).build().ceiling(Term.LOSS))
                .isEmpty();
        assertThat(on(longFat().loss("1%"), false, true).build())
                .hasToString(
                        "1.4 mbit, LOSS: no packet is lost: lossAs = MATHIS_RATE_CAP has made loss 1% a cap on the rate,"
                                + " Mathis, 1.22 x MSS / (rtt x sqrt p)");
    }

    /** The request's 50 ms, 83.6 ms on the line, and 50 ms less the 2.7 ms that the last piece waits for the line. */
    @Test
    void transfer_that_ends_has_neither_handshake_nor_slow_start() {
        Expectation expectation = on(longFat(), false, false)
                .bytes(DataSize.ofBytes(1_000_000))
                .newConnection(true)
                .afterRequest(true)
                .build();

        assertThat(expectation.completion().orElseThrow()).isBetween(Duration.ofMillis(180), Duration.ofMillis(182));
        assertThat(expectation.binding().orElseThrow().term()).isEqualTo(Term.DELAY);
        assertThat(expectation.binding().orElseThrow().because())
                .isEqualTo(
                        "1 MB in 180.9 ms: request, the bytes on the line, one trip; Toxiproxy splits TCP, so that there is"
                                + " neither handshake nor slow start");
    }

    @Test
    void long_transfer_is_bound_by_the_line() {
        Expectation expectation =
                on(longFat(), false, false).bytes(DataSize.ofBytes(100_000_000)).build();

        assertThat(expectation.binding().orElseThrow().term()).isEqualTo(Term.LINK);
    }
}
