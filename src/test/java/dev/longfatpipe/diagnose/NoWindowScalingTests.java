/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import static dev.longfatpipe.diagnose.Recorded.LONG_FAT;
import static dev.longfatpipe.diagnose.Recorded.words;
import static dev.longfatpipe.diagnose.RecordedFlow.auto;
import static dev.longfatpipe.diagnose.RecordedFlow.explicit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.observe.SenderState;
import org.junit.jupiter.api.Test;

class NoWindowScalingTests {

    private static final KernelProfile UNSCALED = KernelProfile.linux61().with("net.ipv4.tcp_window_scaling", "0");

    private static RecordedFlow blocked() {
        return RecordedFlow.of(6_400_000)
                .idle(SenderState.HANDSHAKE, 150)
                .idle(SenderState.SLOW_START, 200)
                .spent(SenderState.RECEIVE_WINDOW, 9600, 9150);
    }

    @Test
    void is_named_before_the_window_that_it_makes_small() {
        Diagnosis diagnosis = Diagnosis.of(Recorded.on(LONG_FAT, 10_000)
                .kernel(UNSCALED)
                .flow(blocked().receiver(auto(), 65_535))
                .transfer());

        assertThat(words(diagnosis)).isEqualTo("""
                    NO_WINDOW_SCALING: the line stood idle 95.4 % of the time (9.5 s of 9.95 s), 96.3 % of that \
                    because the receiver's window was full: no more bytes may be under way than the receiver has \
                    announced to have room for
                    net.ipv4.tcp_window_scaling = 0 on the client and the server: no window exceeds 65535 bytes, \
                    whatever SO_RCVBUF says
                    client socket 127.0.0.1:51514 leaves SO_RCVBUF to the kernel -> window 65535 -> ceiling 5.2 mbit \
                    at rtt 100 ms: matches
                    Fix: set net.ipv4.tcp_window_scaling = 1 on the client and the server: both ends must offer the \
                    option when they connect. A larger SO_RCVBUF changes nothing before that; several connections \
                    multiply the window""");
    }

    @Test
    void on_one_end_alone_is_named_by_that_end() {
        Diagnosis diagnosis = Diagnosis.of(Recorded.on(LONG_FAT, 10_000)
                .clientKernel(UNSCALED)
                .flow(blocked().receiver(explicit(4_194_304), 65_535))
                .transfer());

        assertThat(words(diagnosis)).isEqualTo("""
                    NO_WINDOW_SCALING: the line stood idle 95.4 % of the time (9.5 s of 9.95 s), 96.3 % of that \
                    because the receiver's window was full: no more bytes may be under way than the receiver has \
                    announced to have room for
                    net.ipv4.tcp_window_scaling = 0 on the client: no window exceeds 65535 bytes, whatever SO_RCVBUF \
                    says
                    client socket 127.0.0.1:51514 has SO_RCVBUF 4194304, set explicitly -> window 65535 -> ceiling 5.2 \
                    mbit at rtt 100 ms: matches
                    Fix: set net.ipv4.tcp_window_scaling = 1 on the client: both ends must offer the option when they \
                    connect. A larger SO_RCVBUF changes nothing before that; several connections multiply the window""");
    }

    @Test
    void on_the_sender_alone_counts_too() {
        Diagnosis diagnosis = Diagnosis.of(Recorded.on(LONG_FAT, 10_000)
                .upstream()
                .clientKernel(UNSCALED)
                .flow(blocked().receiver(auto(), 65_535))
                .transfer());

        assertThat(diagnosis.factor()).isEqualTo(LimitingFactor.NO_WINDOW_SCALING);
        assertThat(diagnosis.evidence().get(1)).isEqualTo("""
                    net.ipv4.tcp_window_scaling = 0 on the client: no window exceeds 65535 bytes, whatever SO_RCVBUF \
                    says""");
    }

    @Test
    void is_not_the_verdict_where_the_buffer_would_give_no_larger_window() {
        Diagnosis diagnosis = Diagnosis.of(Recorded.on(LONG_FAT, 10_000)
                .kernel(UNSCALED)
                .flow(blocked().receiver(explicit(32_768), 31_320))
                .transfer());

        assertThat(diagnosis.factor()).isEqualTo(LimitingFactor.RECEIVE_WINDOW);
    }

    @Test
    void is_not_the_verdict_where_the_window_was_larger_than_is_possible_without() {
        Diagnosis diagnosis = Diagnosis.of(Recorded.on(LONG_FAT, 10_000)
                .kernel(UNSCALED)
                .flow(blocked().receiver(explicit(131_072), 129_624))
                .transfer());

        assertThat(diagnosis.factor()).isEqualTo(LimitingFactor.RECEIVE_WINDOW);
    }

    @Test
    void is_not_the_verdict_where_both_ends_offer_it() {
        Diagnosis diagnosis = Diagnosis.of(Recorded.on(LONG_FAT, 10_000)
                .flow(blocked().receiver(explicit(65_536), 64_088))
                .transfer());

        assertThat(diagnosis.factor()).isEqualTo(LimitingFactor.RECEIVE_WINDOW);
    }
}
