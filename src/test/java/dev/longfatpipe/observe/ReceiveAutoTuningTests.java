/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReceiveAutoTuningTests {

    private final ReceiveAutoTuning tuning = new ReceiveAutoTuning(33_554_432);

    private static SocketRecord socket(long receiveBuffer, long received, int scale) {
        TcpInfo info =
                new TcpInfo(TcpInfo.ESTABLISHED, 7, scale, 0, 0, 0, 0, 0, 0, 0, 0, received, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        return new SocketRecord(receiveBuffer, 16_384, 0, 0, 0, info);
    }

    private boolean explains(long receiveBuffer, long received, int scale) {
        return tuning.explains(socket(receiveBuffer, received, scale), socket(131_072, 0, 10));
    }

    @Test
    void a_buffer_that_has_grown_with_its_bytes_may_be_tuned() {
        assertThat(explains(600_000, 1_000_000, 10)).isTrue();
        assertThat(explains(33_554_432, 1_000_000, 10)).isTrue();
        assertThat(explains(131_072, 1_000_000, 10)).isTrue();
    }

    @Test
    void nothing_is_tuned_before_half_of_the_first_window_has_come_in() {
        assertThat(explains(600_000, 32_768, 10)).isFalse();
        assertThat(explains(600_000, 32_769, 10)).isTrue();
    }

    @Test
    void a_buffer_that_is_smaller_was_set() {
        assertThat(explains(131_071, 1_000_000, 10)).isFalse();
    }

    @Test
    void a_buffer_beyond_the_most_was_set() {
        assertThat(explains(33_554_433, 1_000_000, 10)).isFalse();
    }

    @Test
    void another_window_scale_was_set() {
        assertThat(explains(600_000, 1_000_000, 3)).isFalse();
    }
}
