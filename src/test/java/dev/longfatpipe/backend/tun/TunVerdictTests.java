/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.Pipe;
import dev.longfatpipe.Pipes;
import dev.longfatpipe.diagnose.Assessment;
import dev.longfatpipe.diagnose.LimitingFactor;
import dev.longfatpipe.observe.Transfer;
import dev.longfatpipe.path.Path;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.opentest4j.TestAbortedException;

/**
 * Causes that are set up by hand, with CUBIC and, where the kernel has it, BBR: the sockets of a sender that is paced look different
 * from those of one that is not.
 */
@Tag("tun")
@Timeout(60)
class TunVerdictTests {

    private static final Path PATH =
            Tunnelled.path().rtt("100ms").rate("100mbit").build();
    private static final java.nio.file.Path AVAILABLE =
            java.nio.file.Path.of("/proc/sys/net/ipv4/tcp_available_congestion_control");

    /** What holds an upload back. */
    enum Cause {
        SO_SNDBUF_16_KIB(LimitingFactor.SEND_BUFFER, 600_000),
        SO_SNDBUF_256_KIB(LimitingFactor.SEND_BUFFER, 8_000_000),
        /** Reaches four fifths of what is expected; slow start takes more of the idle time, and none that is missing. */
        SO_SNDBUF_1_MIB(LimitingFactor.SEND_BUFFER, 40_000_000),
        SO_RCVBUF_64_KIB(LimitingFactor.RECEIVE_WINDOW, 2_000_000),
        SO_RCVBUF_256_KIB(LimitingFactor.RECEIVE_WINDOW, 8_000_000),
        READER_OF_4_MBIT(LimitingFactor.SLOW_READER, 2_000_000),
        PIECES_THAT_ARE_ANSWERED(LimitingFactor.SENDER, 400_000),
        PIECES_EVERY_30_MS(LimitingFactor.SENDER, 1_500_000);

        private static final int PIECE = 20_000;

        private final LimitingFactor factor;
        private final long bytes;

        Cause(LimitingFactor factor, long bytes) {
            this.factor = factor;
            this.bytes = bytes;
        }

        private int sendBuffer() {
            return switch (this) {
                case SO_SNDBUF_16_KIB -> 1 << 14;
                case SO_SNDBUF_256_KIB -> 1 << 18;
                case SO_SNDBUF_1_MIB -> 1 << 20;
                default -> 0;
            };
        }

        private int receiveBuffer() {
            return switch (this) {
                case SO_RCVBUF_64_KIB -> 1 << 16;
                case SO_RCVBUF_256_KIB -> 1 << 18;
                default -> 0;
            };
        }

        private void write(Socket client) throws IOException, InterruptedException {
            OutputStream out = client.getOutputStream();
            InputStream in = client.getInputStream();
            boolean pieces = this == PIECES_EVERY_30_MS || this == PIECES_THAT_ARE_ANSWERED;
            byte[] piece = new byte[pieces ? PIECE : 1 << 16];
            for (long left = bytes; left > 0; left -= piece.length) {
                out.write(piece, 0, (int) Math.min(left, piece.length));
                if (this == PIECES_THAT_ARE_ANSWERED && in.read() < 0) {
                    throw new IOException("no answer");
                }
                if (this == PIECES_EVERY_30_MS) {
                    TimeUnit.MILLISECONDS.sleep(30);
                }
            }
            client.shutdownOutput();
            while (in.read() >= 0) {
                // Until the server has read all.
            }
        }

        private void read(Socket server) throws IOException, InterruptedException {
            InputStream in = server.getInputStream();
            byte[] buffer = new byte[1 << 16];
            long answered = 0;
            long all = 0;
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                all += read;
                if (this == READER_OF_4_MBIT) {
                    TimeUnit.MILLISECONDS.sleep(read / 500);
                }
                while (this == PIECES_THAT_ARE_ANSWERED && all - answered >= PIECE) {
                    server.getOutputStream().write(1);
                    answered += PIECE;
                }
            }
        }
    }

    static Stream<Arguments> causes() throws IOException {
        List<String> available =
                Arrays.asList(Files.readString(AVAILABLE).strip().split(" ", -1));
        return Stream.of("cubic", "bbr")
                .filter(available::contains)
                .flatMap(control -> Arrays.stream(Cause.values()).map(cause -> Arguments.of(control, cause)));
    }

    @ParameterizedTest
    @MethodSource("causes")
    void cause_is_named(String control, Cause cause) throws Exception {
        Transfer transfer = upload(control, cause);

        Assessment assessment = Assessment.of(transfer);
        if (assessment.diagnosis().factor() != cause.factor) {
            assessment.inconclusive().ifPresent(reason -> {
                throw new TestAbortedException("INCONCLUSIVE: " + reason);
            });
        }
        assertThat(assessment.diagnosis().factor())
                .as("%s of %s", assessment.diagnosis(), transfer)
                .isEqualTo(cause.factor);
    }

    private static Transfer upload(String control, Cause cause) throws Exception {
        try (ServerSocket listener = new ServerSocket();
                Pipe pipe = Pipes.builder(PATH)
                        .backend("tun")
                        .kernel(Tunnelled.withControl(control))
                        .open()) {
            if (cause.receiveBuffer() > 0) {
                listener.setReceiveBufferSize(cause.receiveBuffer());
            }
            listener.bind(new InetSocketAddress(0));
            Thread reader = new Thread(() -> serve(listener, cause), "tun-test-server");
            reader.setDaemon(true);
            reader.start();
            InetSocketAddress to =
                    pipe.to(new InetSocketAddress(InetAddress.getLoopbackAddress(), listener.getLocalPort()));
            return pipe.measure(() -> {
                try (Socket client = new Socket()) {
                    if (cause.sendBuffer() > 0) {
                        client.setSendBufferSize(cause.sendBuffer());
                    }
                    client.connect(to, Tunnelled.PATIENCE_MILLIS);
                    cause.write(client);
                }
            });
        }
    }

    private static void serve(ServerSocket listener, Cause cause) {
        try (Socket server = listener.accept()) {
            cause.read(server);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
