/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SendAutoTuningTests {

    private static final long DEFAULT_BYTES = 2_626_560;
    private static final long MOST_BYTES = 4_194_304;

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
        assertThat(explains(3_000_000, 0)).isFalse();
        assertThat(explains(3_000_000, 1)).isFalse();
        assertThat(explains(3_000_000, 2)).isTrue();
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
