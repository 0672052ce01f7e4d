/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.longfatpipe.observe.ConnectionSample;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.units.DataRate;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** What a pipe takes of the machine, and that it gives all of it back. */
@Isolated("counts descriptors, threads and memory of the whole JVM")
@Timeout(60)
class RelayResourcesTests {

    private static final Path PATH = Path.of(Duration.ofMillis(2), DataRate.ofGigabitsPerSecond(1));

    private static final Path NO_DELAY = Path.builder().build();

    private static int descriptors() {
        String[] open = new File("/proc/self/fd").list();
        assumeTrue(open != null, "descriptors cannot be counted on this system");
        return open.length;
    }

    private static long engineThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("longfatpipe"))
                .count();
    }

    private static long directMemory() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }

    private static boolean allClosed(RelayPipe pipe) {
        return pipe.snapshot().connections().stream().noneMatch(ConnectionSample::open);
    }

    private static TestServer echo() throws IOException {
        return TestServer.start(socket -> socket.getInputStream().transferTo(socket.getOutputStream()));
    }

    private static void writeForever(Socket socket) throws IOException {
        byte[] piece = new byte[100_000];
        while (true) {
            socket.getOutputStream().write(piece);
        }
    }

    @Nested
    class GivenBack {

        @Test
        void a_thousand_connections_leave_nothing_behind() throws Exception {
            int before;
            try (TestServer server = echo()) {
                try (RelayPipe warmUp = Relayed.open(NO_DELAY)) {
                    talk(warmUp.to(server.address()));
                }
                long threads = engineThreads();
                before = descriptors();
                try (RelayPipe pipe = Relayed.open(NO_DELAY)) {
                    InetSocketAddress through = pipe.to(server.address());
                    int opened = descriptors();
                    for (int i = 0; i < 1_000; i++) {
                        talk(through);
                    }
                    Relayed.await("all of them are closed", () -> allClosed(pipe));
                    assertThat(pipe.snapshot().connections()).hasSize(1_000);
                    Relayed.await("the pipe has closed its own ends", () -> descriptors() <= opened + 2);
                    assertThat(engineThreads()).isEqualTo(threads + 1);
                }
                Relayed.await("no descriptor is left", () -> descriptors() <= before);
                assertThat(engineThreads()).isEqualTo(threads);
            }
        }

        private void talk(InetSocketAddress through) throws IOException {
            try (Socket client = Relayed.connect(through)) {
                client.getOutputStream().write(42);
                assertThat(client.getInputStream().read()).isEqualTo(42);
            }
        }

        @Test
        void closing_a_pipe_over_which_transfers_run_ends_them_at_once() throws Exception {
            int before = descriptors();
            try (TestServer server = TestServer.start(RelayResourcesTests::writeForever)) {
                RelayPipe pipe = Relayed.open(PATH);
                List<Socket> clients = new ArrayList<>();
                InetSocketAddress through = pipe.to(server.address());
                for (int i = 0; i < 20; i++) {
                    Socket client = Relayed.connect(through);
                    clients.add(client);
                    Thread reader = new Thread(() -> {
                        try (client) {
                            client.getInputStream().transferTo(OutputStream.nullOutputStream());
                        } catch (IOException e) {
                            // reset, or ended in the middle
                        }
                    });
                    reader.setDaemon(true);
                    reader.start();
                }
                Relayed.await(
                        "bytes flow on all of them",
                        () -> pipe.snapshot().connections().stream()
                                        .filter(connection ->
                                                connection.downstream().deliveredBytes() > 0)
                                        .count()
                                == 20);
                long from = System.nanoTime();
                pipe.close();
                assertThat(Duration.ofNanos(System.nanoTime() - from)).isLessThan(Duration.ofSeconds(2));
                pipe.close();
                assertThat(engineThreads()).isZero();
                Relayed.await(
                        "the server's writers have ended",
                        () -> server.endings().size() == 20);
                Relayed.await(
                        "the clients' readers have ended",
                        () -> clients.stream().allMatch(Socket::isClosed));
            }
            Relayed.await("no descriptor is left", () -> descriptors() <= before);
        }

        @Test
        void the_memory_of_bytes_under_way_is_given_back() throws Exception {
            System.gc();
            long before = directMemory();
            long during = memoryDuringDownload();
            // not compared with before: memory of earlier tests is freed whenever it pleases the collector
            assertThat(during).as("megabytes are under way").isGreaterThan(1 << 20);
            Relayed.await("their memory is free", () -> {
                System.gc();
                return directMemory() - before < 1 << 20;
            });
        }

        /** A method of its own, so that no local variable keeps the pipe alive. */
        private long memoryDuringDownload() throws IOException {
            Path fat = Path.of(Duration.ofMillis(100), DataRate.ofGigabitsPerSecond(2));
            try (RelayPipe pipe = Relayed.open(fat);
                    TestServer server =
                            TestServer.start(socket -> socket.getOutputStream().write(new byte[20_000_000]));
                    Socket client = Relayed.connect(pipe.to(server.address()))) {
                client.getInputStream().readNBytes(10_000_000);
                return directMemory();
            }
        }

        @Test
        void idle_connections_hold_no_memory() throws Exception {
            try (RelayPipe pipe = Relayed.open(PATH);
                    TestServer server = echo()) {
                InetSocketAddress through = pipe.to(server.address());
                List<Socket> clients = new ArrayList<>();
                for (int i = 0; i < 200; i++) {
                    Socket client = Relayed.connect(through);
                    client.getOutputStream().write(new byte[1_000]);
                    client.getInputStream().readNBytes(1_000);
                    clients.add(client);
                }
                System.gc();
                // 200 connections with a chunk each way would be 52 MB
                assertThat(directMemory()).isLessThan(20 << 20);
                for (Socket client : clients) {
                    client.close();
                }
            }
        }
    }

    @Nested
    class Cpu {

        @Test
        void of_an_idle_pipe_with_idle_connections_is_near_zero() throws Exception {
            try (RelayPipe pipe = Relayed.open(PATH);
                    TestServer server = echo();
                    Socket client = Relayed.connect(pipe.to(server.address()))) {
                client.getOutputStream().write(1);
                assertThat(client.getInputStream().read()).isEqualTo(1);
                Relayed.awaitStandstill(pipe);
                assertThat(Relayed.busyShareOfASecond(pipe)).isLessThan(0.01);
            }
        }

        @Test
        void of_a_pipe_whose_reader_does_not_read_is_near_zero() throws Exception {
            CountDownLatch never = new CountDownLatch(1);
            try (RelayPipe pipe = Relayed.open(Path.builder().build());
                    TestServer server = TestServer.start(socket -> never.await());
                    Socket client = Relayed.connect(pipe.to(server.address()))) {
                Thread writer = new Thread(() -> {
                    try {
                        client.getOutputStream().write(new byte[100_000_000]);
                    } catch (IOException e) {
                        // closed in the end
                    }
                });
                writer.setDaemon(true);
                writer.start();
                Relayed.awaitStandstill(pipe);
                assertThat(Relayed.busyShareOfASecond(pipe)).isLessThan(0.08);
                never.countDown();
            }
        }

        @Test
        void of_a_pipe_with_half_closed_connections_is_near_zero() throws Exception {
            CountDownLatch never = new CountDownLatch(1);
            try (RelayPipe pipe = Relayed.open(PATH);
                    TestServer server = TestServer.start(socket -> {
                        socket.shutdownOutput();
                        never.await();
                    })) {
                List<Socket> clients = new ArrayList<>();
                for (int i = 0; i < 20; i++) {
                    Socket client = Relayed.connect(pipe.to(server.address()));
                    clients.add(client);
                    assertThat(client.getInputStream().read()).isEqualTo(-1);
                }
                assertThat(Relayed.busyShareOfASecond(pipe)).isLessThan(0.08);
                never.countDown();
                for (Socket client : clients) {
                    client.close();
                }
            }
        }
    }
}
