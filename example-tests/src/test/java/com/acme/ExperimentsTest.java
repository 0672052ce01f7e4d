/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import static dev.longfatpipe.assertj.PipeAssertions.assertThat;
import static dev.longfatpipe.diagnose.LimitingFactor.NO_WINDOW_SCALING;
import static dev.longfatpipe.diagnose.LimitingFactor.RECEIVE_WINDOW;
import static dev.longfatpipe.diagnose.LimitingFactor.SEND_BUFFER;
import static dev.longfatpipe.junit.SocketBuffers.End.CLIENT;

import com.acme.KernelFigure.Tolerance;
import dev.longfatpipe.Pipe;
import dev.longfatpipe.junit.LongFatPipe;
import dev.longfatpipe.junit.SocketBuffers;
import dev.longfatpipe.observe.Transfer;
import dev.longfatpipe.socket.BufferedSockets;
import dev.longfatpipe.units.DataSize;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/**
 * Experiments on long fat paths that practitioners have published, repeated on the relay. The figures asserted here
 * are those that a kernel gave for the same set-up (Linux 6.1, netem); {@link KernelFigure} says how far from them a run
 * may be, and why.
 */
class ExperimentsTest {

    /** What the kernel moves in this time is moved before the measurement: slow start is over then. */
    private static final Duration WARM_UP = Duration.ofMillis(1000);

    /**
     * The time in which a queue of several bandwidth-delay products fills: Linux ends slow start without a loss when it has filled
     * the line (HyStart), and then opens the window by a twentieth per round trip.
     */
    private static final Duration FILLING_THE_QUEUE = Duration.ofSeconds(6);

    private static final Duration MEASURED = Duration.ofMillis(1800);

    private BulkServer server;

    @BeforeEach
    void startServer() throws IOException {
        server = BulkServer.start();
    }

    @AfterEach
    void stopServer() throws IOException {
        server.close();
    }

    private Transfer download(Pipe pipe, BufferedSockets buffers, KernelFigure kernel) throws Exception {
        return download(pipe, buffers, kernel, 1);
    }

    private Transfer download(Pipe pipe, BufferedSockets buffers, KernelFigure kernel, int connections)
            throws Exception {
        return download(pipe, buffers, kernel, connections, WARM_UP);
    }

    private Transfer download(
            Pipe pipe, BufferedSockets buffers, KernelFigure kernel, int connections, Duration before)
            throws Exception {
        BulkClient client = BulkClient.with(buffers.socketFactory());
        InetSocketAddress origin = pipe.to(server.address());
        DataSize warmUp = kernel.bytesIn(before);
        DataSize measured = kernel.bytesIn(MEASURED);
        DataSize total = DataSize.ofBytes(warmUp.bytes() + measured.bytes());
        try (BulkDownload download = client.beginDownload(origin, total, connections)) {
            download.receive(warmUp);
            return pipe.measure(() -> download.receive(measured));
        }
    }

    private Transfer upload(Pipe pipe, BufferedSockets buffers, KernelFigure kernel) throws Exception {
        BulkClient client = BulkClient.with(buffers.socketFactory());
        InetSocketAddress origin = pipe.to(server.address());
        DataSize warmUp = kernel.bytesIn(WARM_UP);
        DataSize measured = kernel.bytesIn(MEASURED);
        DataSize total = DataSize.ofBytes(warmUp.bytes() + measured.bytes());
        try (BulkUpload upload = client.beginUpload(origin, total)) {
            upload.send(warmUp);
            Transfer transfer = pipe.measure(() -> upload.send(measured));
            upload.finish();
            return transfer;
        }
    }

    /** Two containers, 500 mbit, 50 ms: BDP 3.125 MB, and iperf3 with and without -w. */
    @Nested
    @LongFatPipe(rtt = "50ms", rate = "500mbit", kernel = "linux-6.1", congestionControl = "cubic")
    class E1 {

        @Test
        @SocketBuffers(receive = "64KiB", ends = CLIENT)
        void a_window_of_64_kib_reaches_10_of_500_mbit(Pipe pipe, BufferedSockets buffers) throws Exception {
            KernelFigure kernel = KernelFigure.of("10.1mbit");
            Transfer transfer = download(pipe, buffers, kernel);
            assertThat(transfer).isLimitedBy(RECEIVE_WINDOW);
            kernel.requireGoodput(transfer, Tolerance.ROUND_TRIPS_OF_50_MS);
        }

        @Test
        @SocketBuffers
        void a_client_that_sets_nothing_reaches_the_line_rate(Pipe pipe, BufferedSockets buffers) throws Exception {
            KernelFigure kernel = KernelFigure.of("478mbit");
            Transfer transfer = download(pipe, buffers, kernel);
            assertThat(transfer).isNotLimitedBy(RECEIVE_WINDOW);
            kernel.requireGoodput(transfer, Tolerance.LINE);
        }

        @Test
        @SocketBuffers
        @LongFatPipe(
                rtt = "50ms",
                rate = "500mbit",
                kernel = "linux-6.1",
                sysctls = "net.ipv4.tcp_rmem=4096 131072 65536",
                congestionControl = "cubic")
        void tcp_rmem_with_a_maximum_of_64_kib_leaves_the_default_of_128_kib_and_its_window(
                Pipe pipe, BufferedSockets buffers) throws Exception {
            KernelFigure kernel = KernelFigure.of("10.3mbit");
            Transfer transfer = download(pipe, buffers, kernel);
            assertThat(transfer).isLimitedBy(RECEIVE_WINDOW);
            kernel.requireGoodput(transfer, Tolerance.ROUND_TRIPS_OF_50_MS);
        }

        @Test
        @SocketBuffers
        @LongFatPipe(
                rtt = "50ms",
                rate = "500mbit",
                kernel = "linux-6.1",
                sysctls = "net.ipv4.tcp_rmem=4096 65536 65536",
                congestionControl = "cubic")
        void with_the_default_lowered_too_the_window_is_half_of_that(Pipe pipe, BufferedSockets buffers)
                throws Exception {
            KernelFigure kernel = KernelFigure.of("5.0mbit");
            Transfer transfer = download(pipe, buffers, kernel);
            assertThat(transfer).isLimitedBy(RECEIVE_WINDOW);
            kernel.requireGoodput(transfer, Tolerance.ROUND_TRIPS_OF_50_MS);
        }

        @Test
        @SocketBuffers(receive = "4MiB", ends = CLIENT)
        @LongFatPipe(
                rtt = "50ms",
                rate = "500mbit",
                kernel = "linux-6.1",
                sysctls = "net.ipv4.tcp_rmem=4096 131072 65536",
                congestionControl = "cubic")
        void an_explicit_4_mib_lifts_a_client_above_that_cap(Pipe pipe, BufferedSockets buffers) throws Exception {
            KernelFigure kernel = KernelFigure.of("478mbit");
            Transfer transfer = download(pipe, buffers, kernel);
            assertThat(transfer).isNotLimitedBy(RECEIVE_WINDOW);
            kernel.requireGoodput(transfer, Tolerance.LINE);
        }
    }

    /** 100 ms and a window of 64 KiB, over one connection and over eight. */
    @Nested
    @SocketBuffers(receive = "64KiB", ends = CLIENT)
    @LongFatPipe(rtt = "100ms", rate = "100mbit", kernel = "linux-6.1", congestionControl = "cubic")
    class E2 {

        @Test
        void one_stream_is_one_window_per_round_trip(Pipe pipe, BufferedSockets buffers) throws Exception {
            KernelFigure kernel = KernelFigure.of("5.05mbit");
            Transfer transfer = download(pipe, buffers, kernel);
            assertThat(transfer).isLimitedBy(RECEIVE_WINDOW);
            kernel.requireGoodput(transfer, Tolerance.ROUND_TRIPS_OF_100_MS);
        }

        @Test
        void eight_streams_are_eight_windows_per_round_trip(Pipe pipe, BufferedSockets buffers) throws Exception {
            KernelFigure kernel = KernelFigure.of("40.05mbit");
            Transfer transfer = download(pipe, buffers, kernel, 8);
            assertThat(transfer).isLimitedBy(RECEIVE_WINDOW);
            kernel.requireGoodput(transfer, Tolerance.ROUND_TRIPS_OF_100_MS);
        }
    }

    /** Without window scaling, 65535 bytes per round trip: 5.2 mbit at 100 ms. */
    @Nested
    @LongFatPipe(
            rtt = "100ms",
            rate = "100mbit",
            kernel = "linux-6.1",
            sysctls = "net.ipv4.tcp_window_scaling=0",
            congestionControl = "cubic")
    class E4 {

        @Test
        @SocketBuffers
        void without_window_scaling_a_client_that_sets_nothing_gets_65535_bytes_per_round_trip(
                Pipe pipe, BufferedSockets buffers) throws Exception {
            KernelFigure kernel = KernelFigure.of("5.16mbit");
            Transfer transfer = download(pipe, buffers, kernel);
            assertThat(transfer).isLimitedBy(NO_WINDOW_SCALING);
            kernel.requireGoodput(transfer, Tolerance.ROUND_TRIPS_OF_100_MS);
        }

        @Test
        @SocketBuffers(receive = "1MiB", ends = CLIENT)
        void and_so_does_one_that_sets_a_mebibyte(Pipe pipe, BufferedSockets buffers) throws Exception {
            KernelFigure kernel = KernelFigure.of("5.16mbit");
            Transfer transfer = download(pipe, buffers, kernel);
            assertThat(transfer).isLimitedBy(NO_WINDOW_SCALING);
            kernel.requireGoodput(transfer, Tolerance.ROUND_TRIPS_OF_100_MS);
        }
    }

    /** A backup over 2 gbit and 40 ms, BDP 10 MB, to hosts whose tcp_rmem ends at 512 KiB. */
    @Nested
    @LongFatPipe(
            rtt = "40ms",
            rate = "2gbit",
            kernel = "linux-6.1",
            sysctls = "net.ipv4.tcp_rmem=4096 131072 524288",
            congestionControl = "cubic")
    class E5 {

        @Test
        @SocketBuffers
        void auto_tuning_ends_at_a_window_of_256_kib_and_6_4_megabytes_per_second(Pipe pipe, BufferedSockets buffers)
                throws Exception {
            KernelFigure kernel = KernelFigure.of("6.4MB/s");
            Transfer transfer = download(pipe, buffers, kernel);
            assertThat(transfer).isLimitedBy(RECEIVE_WINDOW);
            kernel.requireGoodput(transfer, Tolerance.ROUND_TRIPS_OF_40_MS);
        }

        @Test
        @SocketBuffers(receive = "512KiB", ends = CLIENT)
        void an_explicit_512_kib_doubles_that(Pipe pipe, BufferedSockets buffers) throws Exception {
            KernelFigure kernel = KernelFigure.of("12.8MB/s");
            Transfer transfer = download(pipe, buffers, kernel);
            assertThat(transfer).isLimitedBy(RECEIVE_WINDOW);
            kernel.requireGoodput(transfer, Tolerance.ROUND_TRIPS_OF_40_MS);
        }

        @Test
        @SocketBuffers
        @LongFatPipe(rtt = "40ms", rate = "2gbit", kernel = "linux-6.1", congestionControl = "cubic")
        void with_the_maxima_raised_the_backup_reaches_the_line_rate(Pipe pipe, BufferedSockets buffers)
                throws Exception {
            KernelFigure kernel = KernelFigure.of("1868mbit");
            Transfer transfer = download(pipe, buffers, kernel);
            assertThat(transfer).isNotLimitedBy(RECEIVE_WINDOW);
            kernel.requireGoodput(transfer, Tolerance.LINE_OF_2_GBIT);
        }
    }

    /** Receive buffers on 100 mbit and 100 ms, BDP 1.25 MB: beyond it a larger window only stands in the queue. */
    @Nested
    @LongFatPipe(rtt = "100ms", rate = "100mbit", queue = "3.5bdp", kernel = "linux-6.1", congestionControl = "cubic")
    class E6 {

        @Test
        @SocketBuffers(receive = "512KiB", ends = CLIENT)
        void a_receive_buffer_of_512_kib_reaches_41_mbit(Pipe pipe, BufferedSockets buffers) throws Exception {
            KernelFigure kernel = KernelFigure.of("40.9mbit");
            Transfer transfer = download(pipe, buffers, kernel);
            assertThat(transfer).isLimitedBy(RECEIVE_WINDOW);
            kernel.requireGoodput(transfer, Tolerance.ROUND_TRIPS_OF_100_MS);
            KernelFigure.requireSmoothedRtt(transfer, Duration.ofMillis(102));
        }

        @Test
        @SocketBuffers(receive = "1MiB", ends = CLIENT)
        void one_of_1_mib_reaches_80_mbit(Pipe pipe, BufferedSockets buffers) throws Exception {
            KernelFigure kernel = KernelFigure.of("80mbit");
            Transfer transfer = download(pipe, buffers, kernel);
            kernel.requireGoodput(transfer, Tolerance.ROUND_TRIPS_OF_100_MS);
        }

        @Test
        @SocketBuffers(receive = "2MiB", ends = CLIENT)
        void one_of_2_mib_fills_the_line_and_part_of_the_queue(Pipe pipe, BufferedSockets buffers) throws Exception {
            KernelFigure kernel = KernelFigure.of("95.6mbit");
            Transfer transfer = download(pipe, buffers, kernel);
            kernel.requireGoodput(transfer, Tolerance.LINE);
            KernelFigure.requireSmoothedRtt(transfer, Duration.ofMillis(174));
        }

        @Test
        @SocketBuffers(receive = "4MiB", ends = CLIENT)
        void one_of_4_mib_is_no_faster_and_triples_the_round_trip(Pipe pipe, BufferedSockets buffers) throws Exception {
            KernelFigure kernel = KernelFigure.of("95.7mbit");
            Transfer transfer = download(pipe, buffers, kernel, 1, FILLING_THE_QUEUE);
            kernel.requireGoodput(transfer, Tolerance.LINE);
            KernelFigure.requireSmoothedRtt(transfer, Duration.ofMillis(351));
        }
    }

    /** The same with send buffers, whose memory holds less payload than their number says. */
    @Nested
    @LongFatPipe(rtt = "100ms", rate = "100mbit", queue = "3.5bdp", kernel = "linux-6.1", congestionControl = "cubic")
    class E7 {

        @Test
        @SocketBuffers(send = "64KiB", ends = CLIENT)
        void a_send_buffer_of_64_kib_reaches_4_3_mbit(Pipe pipe, BufferedSockets buffers) throws Exception {
            KernelFigure kernel = KernelFigure.of("4.3mbit");
            Transfer transfer = upload(pipe, buffers, kernel);
            assertThat(transfer).isLimitedBy(SEND_BUFFER);
            kernel.requireGoodput(transfer, Tolerance.SEND_BUFFER);
        }

        @Test
        @SocketBuffers(send = "256KiB", ends = CLIENT)
        void one_of_256_kib_reaches_16_mbit(Pipe pipe, BufferedSockets buffers) throws Exception {
            KernelFigure kernel = KernelFigure.of("15.7mbit");
            Transfer transfer = upload(pipe, buffers, kernel);
            assertThat(transfer).isLimitedBy(SEND_BUFFER);
            kernel.requireGoodput(transfer, Tolerance.SEND_BUFFER);
        }

        @Test
        @SocketBuffers(send = "1MiB", ends = CLIENT)
        void one_of_1_mib_reaches_60_mbit(Pipe pipe, BufferedSockets buffers) throws Exception {
            KernelFigure kernel = KernelFigure.of("60.3mbit");
            Transfer transfer = upload(pipe, buffers, kernel);
            assertThat(transfer).isLimitedBy(SEND_BUFFER);
            kernel.requireGoodput(transfer, Tolerance.SEND_BUFFER);
        }

        @Test
        @SocketBuffers(send = "4MiB", ends = CLIENT)
        void one_of_4_mib_fills_the_line(Pipe pipe, BufferedSockets buffers) throws Exception {
            KernelFigure kernel = KernelFigure.of("95.7mbit");
            Transfer transfer = upload(pipe, buffers, kernel);
            assertThat(transfer).isNotLimitedBy(SEND_BUFFER);
            kernel.requireGoodput(transfer, Tolerance.LINE);
        }
    }
}
