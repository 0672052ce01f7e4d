/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CoalescingTests {

    private static final long RTT = TimeUnit.MILLISECONDS.toNanos(100);

    private final Coalescing coalescing = new Coalescing();
    private long now = TimeUnit.HOURS.toNanos(1);

    /** Packets come evenly for some milliseconds. */
    private long afterMillisOf(int packetsPerMilli, int millis, long rttNanos) {
        long nap = 0;
        for (int i = 0; i < millis * 10; i++) {
            now += 100_000;
            coalescing.read((i + 1) * packetsPerMilli / 10 - i * packetsPerMilli / 10);
            nap = coalescing.napNanos(now, rttNanos);
        }
        return nap;
    }

    @ParameterizedTest(name = "{0} packets in a millisecond: {1} us")
    @CsvSource({"0, 0", "1, 0", "20, 0", "22, 100", "80, 100", "1000, 100"})
    void whoever_is_busy_naps(int packets, long micros) {
        assertThat(afterMillisOf(packets, 5, RTT)).isEqualTo(micros * 1_000);
    }

    @ParameterizedTest(name = "rtt {0} us: {1} ns")
    @CsvSource({"300000, 100000", "20000, 100000", "10000, 50000", "1000, 5000", "0, 0"})
    void a_nap_is_short_beside_the_rtt(long rttMicros, long nanos) {
        assertThat(afterMillisOf(80, 5, rttMicros * 1_000)).isEqualTo(nanos);
    }

    @Test
    void it_begins_and_ends_within_two_milliseconds() {
        afterMillisOf(0, 5, RTT);
        assertThat(afterMillisOf(80, 2, RTT)).isPositive();
        assertThat(afterMillisOf(4, 2, RTT)).isZero();
    }

    @Test
    void a_burst_after_a_pause_is_none() {
        afterMillisOf(80, 5, RTT);
        now += TimeUnit.SECONDS.toNanos(1);
        coalescing.read(100);
        assertThat(coalescing.napNanos(now, RTT)).isZero();
    }
}
