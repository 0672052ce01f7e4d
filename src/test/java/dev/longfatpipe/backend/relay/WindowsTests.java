/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.kernel.BufferSetting;
import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.observe.SenderState;
import dev.longfatpipe.units.DataSize;
import org.junit.jupiter.api.Test;

class WindowsTests {

    private static final int SEGMENT = 1448;
    private static final KernelProfile KERNEL = KernelProfile.linux61();

    private final Reno congestion = new Reno(SEGMENT);

    private Windows windows(BufferSetting receive, BufferSetting send) {
        return new Windows(
                congestion,
                new ReceiverModel(KERNEL, receive, SEGMENT),
                new SendBufferModel(KERNEL, send, SEGMENT),
                false);
    }

    private static BufferSetting kib(long kibibytes) {
        return BufferSetting.explicit(DataSize.ofKibibytes(kibibytes));
    }

    @Test
    void the_least_of_the_three_windows_is_the_room() {
        Windows windows = windows(kib(64), kib(16));
        long capacity = windows.sendBuffer().capacity();
        assertThat(windows.room(0, 0, 0)).isEqualTo(10L * SEGMENT);
        congestion.onAcknowledged(1L << 30, 0, 0);
        assertThat(windows.room(0, 0, 0)).isEqualTo(capacity);
        assertThat(windows.room(60_000, 0, 60_000)).isEqualTo(64_088 - 60_000);
    }

    @Test
    void the_window_of_the_handshake_is_not_scaled() {
        congestion.onAcknowledged(1L << 30, 0, 0);
        assertThat(windows(kib(1024), BufferSetting.auto()).room(0, 0, 0)).isEqualTo(65_535);
    }

    @Test
    void an_acknowledgement_opens_the_window_by_what_the_receiver_advertises() {
        congestion.onAcknowledged(1L << 30, 0, 0);
        Windows windows = windows(kib(1024), BufferSetting.auto());
        windows.onAcknowledged(20_000, 0);
        assertThat(windows.room(20_000, 0, 0)).isEqualTo(1_047_136);
    }

    @Test
    void unread_bytes_close_it() {
        congestion.onAcknowledged(1L << 30, 0, 0);
        Windows windows = windows(kib(64), BufferSetting.auto());
        windows.onAcknowledged(64_088, 64_088);
        assertThat(windows.room(64_088, 0, 0)).isZero();
        windows.onAcknowledged(64_088, 34_088);
        assertThat(windows.room(64_088, 0, 0)).isEqualTo(30_000);
    }

    @Test
    void what_was_advertised_is_never_taken_back() {
        congestion.onAcknowledged(1L << 30, 0, 0);
        Windows windows = windows(kib(64), BufferSetting.auto());
        windows.onAcknowledged(10_000, 0);
        long room = windows.room(10_000, 0, 0);
        windows.onAcknowledged(10_000, 60_000);
        windows.onAcknowledged(9_000, 0);
        assertThat(windows.room(10_000, 0, 0)).isEqualTo(room);
    }

    @Test
    void the_probe_has_no_receive_window() {
        Windows windows = new Windows(
                new Uncontrolled(),
                new ReceiverModel(KERNEL, kib(4), SEGMENT),
                new SendBufferModel(KERNEL, BufferSetting.auto(), SEGMENT),
                true);
        assertThat(windows.room(1L << 40, 0, 0)).isGreaterThan(1_000_000);
    }

    @Test
    void the_narrowest_window_names_the_state() {
        Windows windows = windows(kib(64), kib(256));
        assertThat(windows.narrowest(14_480, 14_480, 14_480, SenderState.SLOW_START))
                .isEqualTo(SenderState.SLOW_START);
        assertThat(windows.narrowest(14_480, 14_480, 14_480, SenderState.AFTER_LOSS))
                .isEqualTo(SenderState.AFTER_LOSS);
        congestion.onAcknowledged(1L << 30, 0, 0);
        assertThat(windows.narrowest(64_088, 64_088, 64_088, SenderState.SLOW_START))
                .isEqualTo(SenderState.RECEIVE_WINDOW);
        Windows buffered = windows(kib(64), kib(16));
        long capacity = buffered.sendBuffer().capacity();
        assertThat(buffered.narrowest(capacity, capacity, capacity, SenderState.SLOW_START))
                .isEqualTo(SenderState.SEND_BUFFER);
    }

    @Test
    void a_buffer_full_of_bytes_that_arrived_behind_a_gap_is_full_for_the_loss() {
        congestion.onAcknowledged(1L << 30, 0, 0);
        Windows windows = windows(BufferSetting.auto(), kib(16));
        long capacity = windows.sendBuffer().capacity();
        assertThat(windows.narrowest(capacity, capacity, capacity / 3, SenderState.AFTER_QUEUE_OVERFLOW))
                .isEqualTo(SenderState.AFTER_QUEUE_OVERFLOW);
        assertThat(windows.narrowest(capacity, capacity, capacity * 9 / 10, SenderState.AFTER_QUEUE_OVERFLOW))
                .isEqualTo(SenderState.SEND_BUFFER);
    }

    @Test
    void a_window_shut_by_unread_bytes_is_the_receivers_all_the_same() {
        congestion.onAcknowledged(1L << 30, 0, 0);
        Windows windows = windows(kib(64), BufferSetting.auto());
        windows.onAcknowledged(64_088, 64_088);
        assertThat(windows.narrowest(64_088, 0, 0, SenderState.SLOW_START)).isEqualTo(SenderState.RECEIVE_WINDOW);
        assertThat(windows.isShutBy(64_088)).isTrue();
        assertThat(windows.isShutBy(64_088 * 3 / 10)).isFalse();
    }
}
