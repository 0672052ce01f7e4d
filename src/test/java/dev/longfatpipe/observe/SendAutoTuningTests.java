/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SendAutoTuningTests {

    private static final long DEFAULT_BYTES = 2_626_560;
    private static final long MOST_BYTES = 4_194_304;
    /** What the memory of one more segment in the congestion window adds. */
    private static final long STEP_BYTES = DEFAULT_BYTES / 10;

    private final SendAutoTuning tuning = new SendAutoTuning(MOST_BYTES);

    private static SocketRecord socket(long sendBuffer, long acknowledged) {
        TcpInfo info =
                new TcpInfo(TcpInfo.ESTABLISHED, 7, 7, 0, 0, 0, 0, 0, 0, 0, acknowledged, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        return new SocketRecord(131_072, sendBuffer, 0, 0, 0, info);
    }

    private boolean explains(long sendBuffer, long acknowledged) {
        return tuning.explains(socket(sendBuffer, acknowledged), socket(DEFAULT_BYTES, 0));
    }

    @Test
    void nothing_has_been_tuned_before_the_first_acknowledgement_of_data() {
        assertThat(explains(DEFAULT_BYTES + STEP_BYTES, 0)).isFalse();
        assertThat(explains(DEFAULT_BYTES + STEP_BYTES, 1)).isFalse();
        assertThat(explains(DEFAULT_BYTES + STEP_BYTES, 2)).isTrue();
    }

    @Test
    void a_buffer_grows_by_whole_segments() {
        assertThat(explains(DEFAULT_BYTES + 3 * STEP_BYTES, 65_536)).isTrue();
        assertThat(explains(DEFAULT_BYTES + 3 * STEP_BYTES + 1, 65_536)).isFalse();
    }

    /** A path of MTU 1500, CUBIC and BBR: sizes seen on Linux 6.18, and one that was asked for, at a first look after data was acknowledged. */
    @Test
    void what_was_asked_for_is_no_such_number() {
        SocketRecord cubic = socket(46_080, 0);
        SocketRecord bbr = socket(69_120, 0);
        assertThat(tuning.explains(socket(626_688, 65_536), cubic)).isTrue();
        assertThat(tuning.explains(socket(622_080, 65_536), bbr)).isTrue();
        assertThat(tuning.explains(socket(2 * 131_072, 65_536), cubic)).isFalse();
        assertThat(tuning.explains(socket(2 * 131_072, 65_536), bbr)).isFalse();
    }

    /** As where ss shows no memory of sockets. */
    @Test
    void an_untouched_buffer_that_is_not_known_tells_nothing() {
        assertThat(tuning.explains(socket(3_000_001, 65_536), socket(0, 0))).isTrue();
    }

    @Test
    void where_tcp_wmem_bounds_an_untouched_buffer_segments_do_not_tell() {
        assertThat(tuning.explains(socket(3_000_001, 65_536), socket(65_536, 0)))
                .isTrue();
    }

    @Test
    void a_buffer_never_shrinks_by_itself() {
        assertThat(explains(DEFAULT_BYTES, 65_536)).isTrue();
        assertThat(explains(DEFAULT_BYTES - 1, 65_536)).isFalse();
    }

    @Test
    void a_buffer_never_grows_beyond_tcp_wmem() {
        assertThat(explains(MOST_BYTES, 65_536)).isTrue();
        assertThat(explains(MOST_BYTES + 1, 65_536)).isFalse();
    }

    @Test
    void a_default_above_tcp_wmem_is_still_the_default() {
        SendAutoTuning small = new SendAutoTuning(65_536);
        assertThat(small.explains(socket(DEFAULT_BYTES, 65_536), socket(DEFAULT_BYTES, 0)))
                .isTrue();
    }
}
