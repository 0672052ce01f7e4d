/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class KernelSenderTests {

    private static final long MILLI = 1_000_000;

    private boolean grows;
    private final KernelSender sender = new KernelSender(new KernelLook(0, null, null, 0, 0, 0), record -> grows, true);

    private void look(long millis, Info from, Info to) {
        look(millis, from, to, 0, 0, 0);
    }

    private void look(long millis, Info from, Info to, long busyMillis, long losses, long drops) {
        sender.add(new KernelLook(millis * MILLI, from.record(), to.record(), busyMillis * MILLI, losses, drops));
    }

    private long millis(SenderState state) {
        return sender.times().in(state).toMillis();
    }

    private long idleMillis(SenderState state) {
        return sender.idleLineTimes().in(state).toMillis();
    }

    /** A sender with plenty to send whose congestion window is full. */
    private static Info full() {
        return new Info().window(10, 10).notSent(100_000);
    }

    private static Info reader() {
        return new Info();
    }

    @Test
    void until_it_is_established_it_shakes_hands() {
        look(20, new Info().state(2), reader());
        look(100, full(), reader());
        assertThat(sender.times().in(SenderState.HANDSHAKE)).isEqualTo(Duration.ofMillis(100));
        assertThat(sender.times().total()).isEqualTo(Duration.ofMillis(100));
    }

    @Test
    void a_full_congestion_window_that_nothing_has_reduced_is_slow_start() {
        look(100, full(), reader());
        look(150, full().busy(50).sent(14_480), reader());
        assertThat(millis(SenderState.SLOW_START)).isEqualTo(50);
    }

    @Test
    void time_limited_by_the_peer_s_window_is_the_receive_window_s() {
        look(100, full(), reader());
        look(200, full().busy(100).windowLimited(80).sent(64_000), reader());
        assertThat(millis(SenderState.RECEIVE_WINDOW)).isEqualTo(80);
        assertThat(millis(SenderState.SLOW_START)).isEqualTo(20);
    }

    @Test
    void only_what_changed_between_two_looks_counts() {
        look(100, full().busy(5_000).windowLimited(5_000), reader());
        look(200, full().busy(5_100).windowLimited(5_000).sent(64_000), reader());
        assertThat(millis(SenderState.RECEIVE_WINDOW)).isZero();
        assertThat(millis(SenderState.SLOW_START)).isEqualTo(100);
    }

    @Test
    void with_much_of_its_window_unread_it_is_its_reader() {
        look(100, full().peerWindow(100_000), reader());
        look(200, full().peerWindow(100_000).busy(100).windowLimited(100).sent(64_000), reader().unread(14_999));
        assertThat(millis(SenderState.RECEIVE_WINDOW)).isEqualTo(100);
        look(300, full().peerWindow(50_000).busy(200).windowLimited(200).sent(64_000), reader().unread(15_010));
        assertThat(millis(SenderState.SLOW_READER)).isEqualTo(100);
    }

    /** As CUBIC does it with a reader of 4 mbit that takes 64 KiB at a time: in four looks of five it is found with little unread. */
    @Test
    void a_reader_that_is_behind_most_of_the_time_by_little_and_sometimes_by_much_is_slow_all_the_time() {
        look(100, full().peerWindow(80_896), reader());
        for (int n = 1; n <= 100; n++) {
            look(
                    100 + 20L * n,
                    full().peerWindow(66_560)
                            .busy(20L * n)
                            .windowLimited(20L * n)
                            .sent(10_000L * n),
                    reader().unread(n % 5 == 0 ? 80_000 : 15_000));
        }
        assertThat(millis(SenderState.SLOW_READER)).isEqualTo(2_000);
    }

    @Test
    void a_reader_that_is_found_with_unread_bytes_in_one_look_of_eight_is_not_slow() {
        look(100, full().peerWindow(80_896), reader());
        for (int n = 1; n <= 100; n++) {
            look(
                    100 + 20L * n,
                    full().peerWindow(80_896)
                            .busy(20L * n)
                            .windowLimited(20L * n)
                            .sent(10_000L * n),
                    reader().unread(n % 8 == 0 ? 80_896 : 0));
        }
        assertThat(millis(SenderState.SLOW_READER)).isZero();
        assertThat(millis(SenderState.RECEIVE_WINDOW)).isEqualTo(2_000);
    }

    /** As BBR does it: what it has seen delivered is what was read, and it sends no faster. */
    @Test
    void a_sender_that_is_paced_by_what_is_read_waits_for_the_reader() {
        Info paced =
                new Info().window(248, 34).peerWindow(75_776).notSent(500_000).sendMemory(80_000);
        look(100, paced, reader());
        look(200, paced.busy(100).sent(50_000), reader().unread(121_000));
        assertThat(millis(SenderState.SLOW_READER)).isEqualTo(100);
        look(300, paced.window(40, 34).busy(200).sent(100_000), reader().unread(121_000));
        assertThat(millis(SenderState.SLOW_READER)).isEqualTo(100);
        assertThat(millis(SenderState.SLOW_START)).isEqualTo(100);
    }

    @Test
    void a_small_part_of_a_window_in_flight_and_a_full_buffer_is_the_send_buffer() {
        look(100, new Info().window(100, 40), reader());
        look(200, new Info().window(100, 40).sendMemory(60_000).busy(100).sent(64_000), reader());
        assertThat(millis(SenderState.SEND_BUFFER)).isEqualTo(100);
    }

    /** A writer that waits is woken when two thirds of the buffer or less are used: 58,026 of 87,040 bytes. */
    @Test
    void a_buffer_into_which_a_writer_would_write_is_not_full() {
        look(100, new Info().window(100, 40), reader());
        look(200, new Info().window(100, 40).sendMemory(58_026).busy(100).sent(64_000), reader());
        assertThat(sender.times().in(SenderState.SEND_BUFFER)).isZero();
        look(300, new Info().window(100, 40).sendMemory(58_027).busy(200).sent(128_000), reader());
        assertThat(millis(SenderState.SEND_BUFFER)).isEqualTo(100);
    }

    /** As 14 segments of a piece that is answered before the next one are in a buffer that began with 46,080 bytes. */
    @Test
    void a_buffer_that_would_grow_if_a_writer_waited_is_not_full() {
        grows = true;
        look(100, new Info().window(100, 40), reader());
        look(200, new Info().window(100, 40).sendMemory(80_000).busy(100).sent(64_000), reader());
        assertThat(sender.times().in(SenderState.SEND_BUFFER)).isZero();
        assertThat(sender.waiting()).isEqualTo(Duration.ofMillis(100));
    }

    /** As BBR does it with an SO_RCVBUF of 64 KiB, of which the kernel counts a third as limited by the window. */
    @Test
    void a_peer_s_window_that_is_full_is_the_receive_window_though_the_sender_is_paced() {
        Info paced =
                new Info().window(126, 54).peerWindow(80_480).notSent(500_000).sendMemory(80_000);
        look(100, paced, reader());
        look(200, paced.busy(100).windowLimited(33).sent(64_000), reader());
        assertThat(millis(SenderState.RECEIVE_WINDOW)).isEqualTo(100);
        look(300, paced.busy(200).windowLimited(66).sent(128_000), reader().unread(25_000));
        assertThat(millis(SenderState.SLOW_READER)).isEqualTo(100);
    }

    @Test
    void a_peer_s_window_that_is_full_of_all_there_was_to_send_holds_nothing_back() {
        look(100, new Info().window(126, 54).peerWindow(80_480), reader());
        look(200, new Info().window(126, 54).peerWindow(80_480).busy(100).sent(64_000), reader());
        assertThat(millis(SenderState.RECEIVE_WINDOW)).isZero();
    }

    @Test
    void a_small_part_of_a_window_in_flight_and_an_empty_buffer_is_a_wait_that_counts_when_data_comes() {
        look(100, new Info().window(100, 40), reader());
        look(200, new Info().window(100, 40).sendMemory(40_000).busy(100).sent(64_000), reader());
        look(250, new Info().window(100, 40).sendMemory(40_000).busy(150).sent(64_000), reader());
        assertThat(sender.times().in(SenderState.WAITING_FOR_DATA)).isZero();
        assertThat(sender.waiting()).isEqualTo(Duration.ofMillis(150));
        look(300, new Info().window(100, 40).sendMemory(40_000).busy(200).sent(70_000), reader());
        assertThat(millis(SenderState.WAITING_FOR_DATA)).isEqualTo(150);
        assertThat(sender.waiting()).isEqualTo(Duration.ofMillis(50));
    }

    /** As BBR does it with an SO_SNDBUF of 16 KiB: some segments wait for their turn in a window that all of them would not fill. */
    @Test
    void segments_that_wait_for_their_pace_do_not_make_it_the_window() {
        Info paced = new Info().window(36, 11).notSent(5 * 1448).sendMemory(60_000);
        look(100, paced, reader());
        look(
                200,
                new Info()
                        .window(36, 11)
                        .notSent(5 * 1448)
                        .sendMemory(60_000)
                        .busy(100)
                        .sent(16_000),
                reader());
        assertThat(millis(SenderState.SEND_BUFFER)).isEqualTo(100);
        look(
                300,
                new Info()
                        .window(36, 11)
                        .notSent(16 * 1448)
                        .sendMemory(60_000)
                        .busy(200)
                        .sent(32_000),
                reader());
        assertThat(millis(SenderState.SEND_BUFFER)).isEqualTo(100);
        assertThat(millis(SenderState.SLOW_START)).isEqualTo(100);
    }

    @Test
    void with_nothing_outstanding_it_waits_however_full_the_window_was() {
        look(100, full(), reader());
        look(200, full().busy(30).sent(14_480), reader());
        assertThat(millis(SenderState.SLOW_START)).isEqualTo(30);
        assertThat(sender.waiting()).isEqualTo(Duration.ofMillis(70));
    }

    @Test
    void after_something_was_sent_again_it_is_the_loss_that_reduced_the_window() {
        look(100, full(), reader());
        look(200, full().busy(100).sent(14_480).sentAgain(1), reader(), 0, 1, 0);
        look(300, full().busy(200).sent(28_960).sentAgain(1), reader(), 0, 1, 0);
        assertThat(millis(SenderState.AFTER_LOSS)).isEqualTo(200);
    }

    @Test
    void or_the_queue_that_overflowed_whichever_took_more_since_the_last_time() {
        look(100, full(), reader(), 0, 500, 0);
        look(200, full().busy(100).sent(14_480).sentAgain(30), reader(), 0, 501, 29);
        assertThat(millis(SenderState.AFTER_QUEUE_OVERFLOW)).isEqualTo(100);
        look(300, full().busy(200).sent(28_960).sentAgain(31), reader(), 0, 502, 29);
        assertThat(millis(SenderState.AFTER_LOSS)).isEqualTo(100);
    }

    /** The retransmission timeout is 300 ms. */
    @Test
    void after_an_idle_time_of_a_retransmission_timeout_the_window_opens_anew() {
        look(100, full(), reader());
        look(200, full().busy(100).sent(14_480).sentAgain(1), reader(), 0, 1, 0);
        look(500, full().busy(100).sent(14_480).sentAgain(1), reader(), 0, 1, 0);
        look(600, full().busy(200).sent(28_960).sentAgain(1), reader(), 0, 1, 0);
        assertThat(millis(SenderState.AFTER_LOSS)).isEqualTo(100);
        assertThat(millis(SenderState.SLOW_START)).isEqualTo(100);
        look(700, full().busy(300).sent(43_440).sentAgain(2), reader(), 0, 2, 0);
        assertThat(millis(SenderState.AFTER_LOSS)).isEqualTo(200);
    }

    @Test
    void after_a_shorter_one_it_is_still_reduced_by_the_loss() {
        look(100, full(), reader());
        look(200, full().busy(100).sent(14_480).sentAgain(1), reader(), 0, 1, 0);
        look(499, full().busy(100).sent(14_480).sentAgain(1), reader(), 0, 1, 0);
        look(599, full().busy(200).sent(28_960).sentAgain(1), reader(), 0, 1, 0);
        assertThat(millis(SenderState.AFTER_LOSS)).isEqualTo(200);
    }

    @Test
    void or_where_the_kernel_does_not_close_it() {
        KernelSender steady = new KernelSender(new KernelLook(0, null, null, 0, 0, 0), record -> false, false);
        steady.add(new KernelLook(100 * MILLI, full().record(), reader().record(), 0, 0, 0));
        Info lost = full().busy(100).sent(14_480).sentAgain(1);
        steady.add(new KernelLook(200 * MILLI, lost.record(), reader().record(), 0, 1, 0));
        steady.add(new KernelLook(900 * MILLI, lost.record(), reader().record(), 0, 1, 0));
        Info again = full().busy(200).sent(28_960).sentAgain(1);
        steady.add(new KernelLook(1_000 * MILLI, again.record(), reader().record(), 0, 1, 0));
        assertThat(steady.times().in(SenderState.AFTER_LOSS)).isEqualTo(Duration.ofMillis(200));
    }

    /** What the line was busy with during a wait is left out of what it stood idle. */
    @Test
    void of_a_wait_the_part_with_an_idle_line_is_known() {
        look(100, full(), reader());
        look(200, full().busy(0).sent(14_480), reader(), 60, 0, 0);
        assertThat(sender.waiting()).isEqualTo(Duration.ofMillis(100));
        assertThat(sender.waitingOnIdleLine()).isEqualTo(Duration.ofMillis(40));
    }

    @Test
    void a_line_that_is_busy_meanwhile_has_lost_nothing() {
        look(100, full(), reader(), 60, 0, 0);
        look(200, full().busy(100).windowLimited(80).sent(64_000), reader(), 85, 0, 0);
        assertThat(idleMillis(SenderState.HANDSHAKE)).isEqualTo(40);
        assertThat(millis(SenderState.RECEIVE_WINDOW)).isEqualTo(80);
        assertThat(idleMillis(SenderState.RECEIVE_WINDOW)).isEqualTo(60);
        assertThat(idleMillis(SenderState.SLOW_START)).isEqualTo(15);
    }

    @Test
    void the_kernel_s_ticks_are_never_more_than_the_time_that_passed() {
        look(100, full(), reader());
        look(110, full().busy(20).windowLimited(30).sent(1448), reader());
        assertThat(sender.times().total()).isEqualTo(Duration.ofMillis(110));
        assertThat(millis(SenderState.RECEIVE_WINDOW)).isEqualTo(10);
    }

    @Test
    void a_sender_that_is_gone_is_held_back_by_nothing() {
        look(100, full(), reader());
        sender.add(new KernelLook(200 * MILLI, null, reader().record(), 0, 0, 0));
        sender.add(new KernelLook(300 * MILLI, null, null, 0, 0, 0));
        assertThat(sender.times().total()).isEqualTo(Duration.ofMillis(100));
        assertThat(sender.waiting()).isZero();
    }

    @Test
    void of_a_sender_that_was_never_seen_only_the_handshake_is_told() {
        KernelSender unseen = new KernelSender(new KernelLook(0, null, null, 0, 0, 0), record -> false, true);
        unseen.add(new KernelLook(100 * MILLI, null, reader().record(), 0, 0, 0));
        unseen.add(new KernelLook(400 * MILLI, null, reader().sinceReceived(300).record(), 0, 0, 0));
        unseen.add(new KernelLook(500 * MILLI, null, reader().sinceReceived(400).record(), 0, 0, 0));
        unseen.add(new KernelLook(900 * MILLI, null, reader().received(14_480).record(), 0, 0, 0));
        assertThat(unseen.times()).hasToString("HANDSHAKE PT0.4S");
    }
}
