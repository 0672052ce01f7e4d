/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.observe.ConnectionSample;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.units.DataRate;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How a connection ends is seen through the pipe as it is seen without it: each scene is played on both. */
@Timeout(60)
class RelayEndingsLikeTheKernelsTests {

    private static final Path PATH = Path.of(Duration.ofMillis(20), DataRate.ofMegabitsPerSecond(100));

    private static final int SOME = 300_000;

    /** What both ends do, and the words for what they see. */
    private enum Scene {
        SERVER_RESETS_WHEN_IT_HAS_SENT_SOMETHING("reset", "") {
            @Override
            String client(Socket socket) throws Exception {
                socket.getOutputStream().write(1);
                return Ending.ofReading(socket);
            }

            @Override
            String server(Socket socket) throws Exception {
                socket.getInputStream().read();
                Ending.write(socket, SOME);
                Ending.reset(socket);
                return "";
            }
        },
        CLIENT_RESETS_IN_THE_MIDDLE_OF_ITS_UPLOAD("", "reset") {
            @Override
            String client(Socket socket) throws Exception {
                Ending.write(socket, SOME);
                Ending.reset(socket);
                return "";
            }

            @Override
            String server(Socket socket) throws Exception {
                return Ending.ofReading(socket);
            }
        },
        CLIENT_RESETS_WHILE_THE_SERVER_WRITES_AND_READS_NOTHING("", "refused") {
            @Override
            String client(Socket socket) throws Exception {
                socket.getOutputStream().write(1);
                socket.getInputStream().readNBytes(SOME);
                Ending.reset(socket);
                return "";
            }

            @Override
            String server(Socket socket) {
                return Ending.ofWriting(socket);
            }
        },
        CLIENT_ENDS_ITS_HALF_AND_RESETS_IN_THE_MIDDLE_OF_THE_ANSWER("", "end after " + SOME + ", refused") {
            @Override
            String client(Socket socket) throws Exception {
                Ending.write(socket, SOME);
                socket.shutdownOutput();
                socket.getInputStream().readNBytes(SOME);
                Ending.reset(socket);
                return "";
            }

            @Override
            String server(Socket socket) throws Exception {
                return Ending.ofReading(socket) + ", " + Ending.ofWriting(socket);
            }
        },
        SERVER_ENDS_ITS_HALF_AND_RESETS_IN_THE_MIDDLE_OF_THE_UPLOAD("end after " + SOME + ", refused", "") {
            @Override
            String client(Socket socket) throws Exception {
                return Ending.ofReading(socket) + ", " + Ending.ofWriting(socket);
            }

            @Override
            String server(Socket socket) throws Exception {
                Ending.write(socket, SOME);
                socket.shutdownOutput();
                socket.getInputStream().readNBytes(SOME);
                Ending.reset(socket);
                return "";
            }
        },
        // Java sends FIN before it closes, and closing sends RST: a reader may see either, a writer is refused.
        SERVER_CLOSES_WITH_BYTES_UNREAD("refused", "") {
            @Override
            String client(Socket socket) throws Exception {
                Ending.write(socket, 1_000);
                return Ending.ofReading(socket).isEmpty() ? "" : Ending.ofWriting(socket);
            }

            @Override
            String server(Socket socket) throws Exception {
                socket.getInputStream().read();
                return "";
            }
        },
        CLIENT_CLOSES_WITH_BYTES_UNREAD("", "refused") {
            @Override
            String client(Socket socket) throws Exception {
                socket.getInputStream().read();
                return "";
            }

            @Override
            String server(Socket socket) {
                return Ending.ofWriting(socket);
            }
        },
        CLIENT_CLOSES_WHEN_ALL_IS_WRITTEN("", "end after " + SOME) {
            @Override
            String client(Socket socket) throws Exception {
                Ending.write(socket, SOME);
                return "";
            }

            @Override
            String server(Socket socket) throws Exception {
                return Ending.ofReading(socket);
            }
        },
        SERVER_CLOSES_WHEN_ALL_IS_WRITTEN("end after " + SOME, "") {
            @Override
            String client(Socket socket) throws Exception {
                return Ending.ofReading(socket);
            }

            @Override
            String server(Socket socket) throws Exception {
                Ending.write(socket, SOME);
                return "";
            }
        },
        CLIENT_GOES_ON_WRITING_TO_A_SERVER_THAT_HAS_CLOSED("refused", "") {
            @Override
            String client(Socket socket) {
                return Ending.ofWriting(socket);
            }

            @Override
            String server(Socket socket) {
                return "";
            }
        };

        private final String seenByClient;
        private final String seenByServer;

        Scene(String seenByClient, String seenByServer) {
            this.seenByClient = seenByClient;
            this.seenByServer = seenByServer;
        }

        /** The socket is closed afterwards. */
        abstract String client(Socket socket) throws Exception;

        /** The socket is closed afterwards. */
        abstract String server(Socket socket) throws Exception;

        void play(Address through) throws Exception {
            CompletableFuture<String> server = new CompletableFuture<>();
            TestServer.Handler handler = socket -> {
                try {
                    socket.setSoTimeout(20_000);
                    server.complete(server(socket));
                } catch (Exception | AssertionError e) {
                    server.completeExceptionally(e);
                }
            };
            try (TestServer listening = TestServer.start(handler)) {
                String client;
                try (Socket socket = Relayed.connect(through.of(listening.address()))) {
                    client = client(socket);
                }
                assertThat(client).as("what the client has seen").isEqualTo(seenByClient);
                assertThat(server.get(20, TimeUnit.SECONDS))
                        .as("what the server has seen")
                        .isEqualTo(seenByServer);
            }
        }
    }

    /** Where a server is reached. */
    private interface Address {
        InetSocketAddress of(InetSocketAddress server) throws Exception;
    }

    @ParameterizedTest
    @EnumSource(Scene.class)
    void without_a_pipe(Scene scene) throws Exception {
        scene.play(server -> server);
    }

    @ParameterizedTest
    @EnumSource(Scene.class)
    void through_a_pipe(Scene scene) throws Exception {
        try (RelayPipe pipe = Relayed.open(PATH)) {
            scene.play(pipe::to);
            Relayed.await(
                    "the connection is closed",
                    () -> pipe.snapshot().connections().stream().noneMatch(ConnectionSample::open));
        }
    }

    @Test
    void a_server_that_is_killed_has_sent_what_it_had_written_and_an_end() throws Exception {
        try (RelayPipe pipe = Relayed.open(PATH)) {
            assertThat(ofKilledServer(server -> server)).isEqualTo("end after " + MortalServer.ANSWER);
            assertThat(ofKilledServer(pipe::to)).isEqualTo("end after " + MortalServer.ANSWER);
        }
    }

    private static String ofKilledServer(Address through) throws Exception {
        try (MortalServer server = MortalServer.start();
                Socket client = Relayed.connect(through.of(server.address()))) {
            client.getOutputStream().write(1);
            assertThat(client.getInputStream().read()).isZero(); // its answer is on its way
            server.kill();
            return Ending.ofReadingOn(client, 1);
        }
    }

    @Test
    void a_server_that_is_killed_in_the_middle_of_an_upload_refuses_the_rest() throws Exception {
        try (RelayPipe pipe = Relayed.open(PATH)) {
            assertThat(ofUploadToKilledServer(server -> server)).isEqualTo("refused");
            assertThat(ofUploadToKilledServer(pipe::to)).isEqualTo("refused");
            Relayed.await(
                    "the connection is closed",
                    () -> pipe.snapshot().connections().stream().noneMatch(ConnectionSample::open));
        }
    }

    private static String ofUploadToKilledServer(Address through) throws Exception {
        try (MortalServer server = MortalServer.start();
                Socket client = Relayed.connect(through.of(server.address()))) {
            CompletableFuture<String> upload = CompletableFuture.supplyAsync(
                    () -> Ending.ofWriting(client), task -> new Thread(task, "test-upload").start());
            assertThat(client.getInputStream().readNBytes(MortalServer.ANSWER)).hasSize(MortalServer.ANSWER);
            assertThat(upload)
                    .as("it stands still, for the server reads no more")
                    .isNotDone();
            server.kill();
            return upload.get(20, TimeUnit.SECONDS);
        }
    }
}
