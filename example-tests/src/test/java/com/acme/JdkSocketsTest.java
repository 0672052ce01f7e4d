/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import static dev.longfatpipe.assertj.PipeAssertions.assertThat;
import static dev.longfatpipe.assertj.PipeAssertions.percent;
import static dev.longfatpipe.diagnose.LimitingFactor.LINK;
import static dev.longfatpipe.diagnose.LimitingFactor.RECEIVE_WINDOW;
import static dev.longfatpipe.diagnose.LimitingFactor.SEND_BUFFER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.Pipe;
import dev.longfatpipe.junit.LongFatPipe;
import dev.longfatpipe.observe.Transfer;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@LongFatPipe(rtt = "100ms", rate = "100mbit", kernel = "linux-6.1", congestionControl = "cubic")
class JdkSocketsTest {

    private BulkServer server;

    @BeforeEach
    void startServer() throws IOException {
        server = BulkServer.start();
    }

    @AfterEach
    void stopServer() throws IOException {
        server.close();
    }

    @Test
    void a_receive_buffer_of_64_kib_holds_a_download_to_one_window_per_round_trip(Pipe pipe) throws Exception {
        InetSocketAddress origin = pipe.to(server.address());
        long bytes = DataSize.parse("1.25MB").bytes();

        Transfer transfer = pipe.measure(() -> {
            try (Socket socket = new Socket()) {
                socket.setReceiveBufferSize(65_536);
                socket.connect(origin);
                new DataOutputStream(socket.getOutputStream()).writeLong(bytes);
                BulkServer.receive(socket.getInputStream(), bytes);
            }
        });

        assertThat(transfer).isLimitedBy(RECEIVE_WINDOW);
        // 64 KiB / 100 ms is 5.24 mbit, the most that such a window can carry.
        assertThat(transfer.goodput()).isLessThan(DataRate.parse("5.25mbit"));
    }

    @Test
    void a_download_that_leaves_its_buffers_alone_fills_the_pipe_once_slow_start_is_over(Pipe pipe) throws Exception {
        InetSocketAddress origin = pipe.to(server.address());
        long warmUp = DataSize.parse("15MB").bytes();
        long measured = DataSize.parse("20MB").bytes();

        try (Socket socket = new Socket()) {
            socket.connect(origin);
            new DataOutputStream(socket.getOutputStream()).writeLong(warmUp + measured);
            BulkServer.receive(socket.getInputStream(), warmUp);
            Transfer transfer = pipe.measure(() -> BulkServer.receive(socket.getInputStream(), measured));

            assertThat(transfer).isLimitedBy(LINK).reachesAtLeast(percent(90)).ofTheLinkRate();
        }
        assertThat(pipe).hasNoConnectionLimitedBy(RECEIVE_WINDOW);
    }

    @Test
    @LongFatPipe(rtt = "20ms", rate = "100mbit", kernel = "linux-6.1", congestionControl = "cubic")
    void a_send_buffer_of_16_kib_holds_an_upload_to_a_twentieth_of_the_line(Pipe pipe) throws Exception {
        InetSocketAddress origin = pipe.to(server.address());
        long bytes = DataSize.parse("1.25MB").bytes();

        Transfer transfer = pipe.measure(() -> {
            try (Socket socket = new Socket()) {
                socket.setSendBufferSize(16_384);
                socket.connect(origin);
                new DataOutputStream(socket.getOutputStream()).writeLong(-bytes);
                BulkServer.send(socket.getOutputStream(), bytes);
                BulkServer.receive(socket.getInputStream(), 1);
            }
        });

        // Linux 6.1 puts 1.06 x 16 KiB of payload into it and wakes a blocked writer when a third is free:
        // per round trip between two thirds of that and all of it.
        assertThat(transfer).isLimitedBy(SEND_BUFFER).reachesAtLeast(DataRate.parse("4.6mbit"));
        assertThat(transfer.goodput()).isLessThan(DataRate.parse("7mbit"));
    }
}
