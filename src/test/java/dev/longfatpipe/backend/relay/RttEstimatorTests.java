/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** RFC 6298, with the bounds of Linux. */
class RttEstimatorTests {

    private static final long MILLI = 1_000_000L;

    private final RttEstimator rtt = new RttEstimator();

    @Test
    void before_the_first_sample_nothing_is_known() {
        assertThat(rtt.smoothedNanos()).isZero();
        assertThat(rtt.minimumNanos()).isZero();
        assertThat(rtt.timeoutNanos()).isEqualTo(200 * MILLI);
    }

    @Test
    void the_first_sample_is_the_estimate_and_half_of_it_the_variance() {
        rtt.add(600 * MILLI);
        assertThat(rtt.smoothedNanos()).isEqualTo(600 * MILLI);
        assertThat(rtt.minimumNanos()).isEqualTo(600 * MILLI);
        assertThat(rtt.timeoutNanos()).isEqualTo(600 * MILLI + 4 * 300 * MILLI);
    }

    @Test
    void a_sample_counts_for_an_eighth_and_its_deviation_for_a_quarter() {
        rtt.add(800 * MILLI);
        rtt.add(1_600 * MILLI);
        // RTTVAR = 3/4 x 400 + 1/4 x |800 - 1600| = 500; SRTT = 7/8 x 800 + 1/8 x 1600 = 900
        assertThat(rtt.smoothedNanos()).isEqualTo(900 * MILLI);
        assertThat(rtt.timeoutNanos()).isEqualTo(900 * MILLI + 4 * 500 * MILLI);
    }

    @Test
    void the_variance_term_of_a_steady_path_is_200_ms() {
        for (int i = 0; i < 100; i++) {
            rtt.add(100 * MILLI);
        }
        assertThat(rtt.smoothedNanos()).isEqualTo(100 * MILLI);
        assertThat(rtt.timeoutNanos()).isEqualTo(300 * MILLI);
    }

    @Test
    void a_timeout_is_never_less_than_200_ms() {
        rtt.add(1_000);
        assertThat(rtt.timeoutNanos()).isEqualTo(200 * MILLI + 1_000);
    }

    @Test
    void a_timeout_is_never_more_than_two_minutes() {
        rtt.add(600_000 * MILLI);
        assertThat(rtt.timeoutNanos()).isEqualTo(120_000 * MILLI);
    }

    @Test
    void the_minimum_is_the_least_sample() {
        rtt.add(100 * MILLI);
        rtt.add(90 * MILLI);
        rtt.add(300 * MILLI);
        assertThat(rtt.minimumNanos()).isEqualTo(90 * MILLI);
    }
}
