/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import static dev.longfatpipe.diagnose.Recorded.words;
import static dev.longfatpipe.diagnose.RecordedFlow.auto;
import static dev.longfatpipe.diagnose.RecordedFlow.explicit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.observe.BufferReading;
import dev.longfatpipe.observe.SenderState;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.units.DataRate;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SendBufferTests {

    private static final Path NEAR = Path.of(Duration.ofMillis(20), DataRate.ofMegabitsPerSecond(100));

    private static RecordedFlow blocked(long bytes) {
        return RecordedFlow.of(bytes)
                .idle(SenderState.HANDSHAKE, 30)
                .idle(SenderState.SLOW_START, 20)
                .spent(SenderState.SEND_BUFFER, 9900, 9400);
    }

    @Test
    void of_an_explicit_size_gives_a_range_for_its_writer_wakes_late() {
        Diagnosis diagnosis = Diagnosis.of(Recorded.on(NEAR, 10_000)
                .kernel(KernelProfile.linux618())
                .flow(blocked(9_000_000).sender(explicit(16_384)))
                .transfer());

        assertThat(words(diagnosis)).isEqualTo("""
                    SEND_BUFFER: the line stood idle 94.9 % of the time (9.45 s of 9.95 s), 99.4 % of that because the \
                    send buffer was full: bytes stay in it until they are acknowledged, a round trip after they were \
                    sent
                    server socket 127.0.0.1:8080 has SO_SNDBUF 16384, set explicitly -> 14480 to 21720 bytes under way \
                    (its writer goes on when a third is free) -> ceiling 5.8 mbit to 8.7 mbit at rtt 20 ms: matches
                    Fix: do not set SO_SNDBUF on the server's socket: auto-tuning may grow to net.ipv4.tcp_wmem max = \
                    4194304 here (keeps 1776213 bytes under way); or set it to >= 500 kB (2 BDP) on the accepted \
                    socket BEFORE the first write, which net.core.wmem_max (now 4194304) allows""");
    }

    @Test
    void of_a_client_that_sends() {
        Diagnosis diagnosis = Diagnosis.of(Recorded.on(NEAR, 10_000)
                .upstream()
                .flow(blocked(7_000_000).sender(explicit(16_384)))
                .transfer());

        assertThat(words(diagnosis)).isEqualTo("""
                    SEND_BUFFER: the line stood idle 94.9 % of the time (9.45 s of 9.95 s), 99.4 % of that because the \
                    send buffer was full: bytes stay in it until they are acknowledged, a round trip after they were \
                    sent
                    client socket 127.0.0.1:51514 has SO_SNDBUF 16384, set explicitly -> 12549 to 18824 bytes under \
                    way (its writer goes on when a third is free) -> ceiling 5 mbit to 7.5 mbit at rtt 20 ms: matches
                    Fix: do not set SO_SNDBUF on the client's socket: auto-tuning may grow to net.ipv4.tcp_wmem max = \
                    33554432 here (keeps 11874565 bytes under way); or set it to >= 500 kB (2 BDP) BEFORE connect(), \
                    which net.core.wmem_max (now 67108864) allows""");
    }

    @Test
    void that_is_auto_tuned_is_bound_by_tcp_wmem() {
        Path far = Path.of(Duration.ofMillis(600), DataRate.ofMegabitsPerSecond(100));
        Diagnosis diagnosis = Diagnosis.of(Recorded.on(far, 60_000)
                .kernel(KernelProfile.linux618())
                .flow(RecordedFlow.of(230_000_000)
                        .idle(SenderState.HANDSHAKE, 900)
                        .idle(SenderState.SLOW_START, 5_000)
                        .spent(SenderState.SEND_BUFFER, 54_000, 30_000)
                        .sender(auto()))
                .transfer());

        assertThat(words(diagnosis)).isEqualTo("""
                    SEND_BUFFER: the line stood idle 59.9 % of the time (35.9 s of 59.9 s), 83.5 % of that because the \
                    send buffer was full: bytes stay in it until they are acknowledged, a round trip after they were \
                    sent
                    server socket 127.0.0.1:8080 leaves SO_SNDBUF to the kernel (net.ipv4.tcp_wmem max = 4194304) -> \
                    1776213 to 2664320 bytes under way (its writer goes on when a third is free) -> ceiling 23.7 mbit \
                    to 35.5 mbit at rtt 600 ms: matches
                    Fix: raise net.ipv4.tcp_wmem max on the server's host (now 4194304) to >= 35500000, or set \
                    SO_SNDBUF to >= 15 MB (2 BDP) on the accepted socket BEFORE the first write and raise \
                    net.core.wmem_max (now 4194304), which cuts it silently""");
    }

    @Test
    void of_several_connections() {
        Diagnosis diagnosis = Diagnosis.of(Recorded.on(NEAR, 10_000)
                .kernel(KernelProfile.linux618())
                .flows(3, blocked(9_000_000).sender(explicit(16_384)))
                .transfer());

        assertThat(words(diagnosis)).isEqualTo("""
                    SEND_BUFFER: the line stood idle 94.9 % of the time (28.4 s of 29.9 s, 3 connections added up), \
                    99.4 % of that because the send buffer was full: bytes stay in it until they are acknowledged, a \
                    round trip after they were sent
                    server socket 127.0.0.1:8080 and 2 more have SO_SNDBUF 16384, set explicitly -> each 14480 to \
                    21720 bytes under way (its writer goes on when a third is free) -> ceiling 5.8 mbit to 8.7 mbit \
                    each at rtt 20 ms: matches
                    Fix: do not set SO_SNDBUF on the server's socket: auto-tuning may grow to net.ipv4.tcp_wmem max = \
                    4194304 here (keeps 1776213 bytes under way); or set it to >= 167 kB (2 BDP shared by 3 \
                    connections) on the accepted socket BEFORE the first write, which net.core.wmem_max (now 4194304) \
                    allows""");
    }

    @Test
    void that_could_not_be_read_asks_for_a_declaration() {
        Diagnosis diagnosis = Diagnosis.of(Recorded.on(NEAR, 10_000)
                .kernel(KernelProfile.linux61().with("net.ipv4.tcp_wmem", "4096 16384 65536"))
                .flow(blocked(9_000_000).sender(BufferReading.ASSUMED_AUTO))
                .transfer());

        assertThat(words(diagnosis)).isEqualTo("""
                    SEND_BUFFER: the line stood idle 94.9 % of the time (9.45 s of 9.95 s), 99.4 % of that because the \
                    send buffer was full: bytes stay in it until they are acknowledged, a round trip after they were \
                    sent
                    server socket 127.0.0.1:8080 could not be read: SO_SNDBUF is taken as left to the kernel \
                    (net.ipv4.tcp_wmem max = 65536) -> 24133 to 36200 bytes under way (its writer goes on when a third \
                    is free) -> ceiling 9.7 mbit to 14.5 mbit at rtt 20 ms: does not match, it moved 7.2 mbit
                    Fix: raise net.ipv4.tcp_wmem max on the server's host (now 65536) to >= 1420000, or set SO_SNDBUF \
                    to >= 500 kB (2 BDP) on the accepted socket BEFORE the first write, which net.core.wmem_max (now \
                    67108864) allows; if the application does set SO_SNDBUF, declare it with @SocketBuffers""");
    }

    @Test
    void that_is_far_larger_than_what_the_path_holds_was_not_the_limit() {
        Diagnosis diagnosis = Diagnosis.of(Recorded.on(NEAR, 10_000)
                .flow(blocked(7_000_000).sender(auto()))
                .transfer());

        assertThat(diagnosis.factor()).isEqualTo(LimitingFactor.UNKNOWN);
        assertThat(diagnosis.evidence().get(1)).isEqualTo("""
                    but server socket 127.0.0.1:8080 leaves SO_SNDBUF to the kernel: by the law of the kernel profile \
                    it keeps 11874565 bytes under way, which is 4.7 gbit at rtt 20 ms, and the line carries 95.6 mbit: \
                    the two contradict each other""");
    }

    @Test
    void is_not_the_verdict_where_it_explains_less_than_half() {
        Diagnosis diagnosis = Diagnosis.of(Recorded.on(NEAR, 10_000)
                .flow(RecordedFlow.of(7_000_000)
                        .idle(SenderState.SEND_BUFFER, 4_500)
                        .idle(SenderState.WAITING_FOR_DATA, 5_300))
                .transfer());

        assertThat(diagnosis.factor()).isEqualTo(LimitingFactor.SENDER);
    }
}
