/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.path.Path;
import dev.longfatpipe.safety.Figures;
import dev.longfatpipe.safety.Size;
import dev.longfatpipe.units.DataRate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** Pipes that are opened and closed again and again, however they were used, leave nothing behind. */
@Tag("safety")
@Isolated("counts descriptors, threads and memory of the whole JVM")
@Timeout(300)
class RelayLeakTests {

    private static final Path PATH = Path.of(Duration.ofMillis(1), DataRate.ofGigabitsPerSecond(1));

    private static final int SOME = 30_000;

    /** The largest chunk of memory a pipe takes for bytes under way is far less; one per pipe would be far more. */
    private static final long DIRECT_MEMORY_SLACK = 1 << 20;

    /** What is done with a pipe before it is closed. */
    private enum Use {
        NOTHING {
            @Override
            void use(Subject subject, List<Socket> open) {
                // opened and closed
            }
        },
        TRAFFIC {
            @Override
            void use(Subject subject, List<Socket> open) throws IOException {
                try (Socket client = Relayed.connect(subject.address())) {
                    echo(client);
                }
            }
        },
        CLOSED_UNDER_A_CONNECTION {
            @Override
            void use(Subject subject, List<Socket> open) throws IOException {
                Socket client = Relayed.connect(subject.address());
                open.add(client);
                echo(client);
            }
        },
        CLOSED_BEFORE_THE_SERVER_IS_REACHED {
            @Override
            void use(Subject subject, List<Socket> open) throws IOException {
                open.add(Relayed.connect(subject.address()));
            }
        },
        CLOSED_WITH_BYTES_UNDER_WAY {
            @Override
            void use(Subject subject, List<Socket> open) throws IOException {
                Socket client = Relayed.connect(subject.address());
                open.add(client);
                client.getOutputStream().write(new byte[SOME]);
            }
        },
        RESET_IN_THE_MIDDLE {
            @Override
            void use(Subject subject, List<Socket> open) throws IOException {
                Socket client = Relayed.connect(subject.address());
                client.getOutputStream().write(new byte[SOME]);
                client.getInputStream().readNBytes(SOME / 2);
                Ending.reset(client);
            }
        },
        REFUSED_BY_THE_SERVER {
            @Override
            void use(Subject subject, List<Socket> open) throws IOException {
                try (Socket client = Relayed.connect(subject.pipe().to(nobody()))) {
                    assertThat(Ending.ofReading(client)).isEqualTo("reset");
                }
            }
        },
        FAILED_IN_THE_MIDDLE {
            @Override
            void use(Subject subject, List<Socket> open) throws IOException {
                Socket client = Relayed.connect(subject.address());
                open.add(client);
                echo(client);
                subject.table().armed = true;
                Socket fatal = Relayed.connect(subject.address());
                open.add(fatal);
                Ending.ofWriting(fatal);
            }
        };

        /** @param open takes what is left open when the pipe is closed */
        abstract void use(Subject subject, List<Socket> open) throws IOException;
    }

    private record Subject(RelayPipe pipe, SabotagedTable table, InetSocketAddress server) {
        InetSocketAddress address() throws IOException {
            return pipe.to(server);
        }
    }

    private static void echo(Socket client) throws IOException {
        client.getOutputStream().write(new byte[SOME]);
        assertThat(client.getInputStream().readNBytes(SOME)).hasSize(SOME);
    }

    private static InetSocketAddress nobody() throws IOException {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0));
            return (InetSocketAddress) socket.getLocalSocketAddress();
        }
    }

    /** Returns how long each opening and closing took, without the use in between. */
    private static long[] openAndClose(int times) throws IOException, InterruptedException {
        long[] nanos = new long[times];
        List<Socket> left = new ArrayList<>();
        try (TestServer server =
                TestServer.start(socket -> socket.getInputStream().transferTo(socket.getOutputStream()))) {
            for (int i = 0; i < times; i++) {
                Use use = Use.values()[i % Use.values().length];
                long from = System.nanoTime();
                SabotagedTable table = new SabotagedTable();
                RelayPipe pipe = RelayPipe.open(Relayed.request(PATH, 1), table);
                long used = System.nanoTime();
                use.use(new Subject(pipe, table, server.address()), left);
                long closing = System.nanoTime();
                pipe.close();
                nanos[i] = used - from + System.nanoTime() - closing;
            }
            Relayed.await("the pipes' threads have ended", () -> MachineUse.engineThreads() == 0);
        }
        for (Socket socket : left) {
            assertThat(socket.isClosed()).as("it is the test's own").isFalse();
            socket.close();
        }
        return nanos;
    }

    @Test
    void pipes_leave_no_thread_no_descriptor_and_no_memory(TestReporter reporter) throws Exception {
        openAndClose(Use.values().length * 2); // classes, caches of the JDK
        int opens = Math.toIntExact(Size.OPENS.get());
        MachineUse before = MachineUse.settled();

        long[] nanos = openAndClose(opens);

        Relayed.await("the threads of the test have ended", () -> MachineUse.testThreads() == 0);
        Relayed.await("no descriptor is left", () -> MachineUse.now().descriptors() <= before.descriptors());
        Relayed.await(
                "their memory is free",
                () -> MachineUse.now().directMemory() <= before.directMemory() + DIRECT_MEMORY_SLACK);
        MachineUse after = MachineUse.now();
        assertThat(after.threads()).as("threads").isLessThanOrEqualTo(before.threads());
        Arrays.sort(nanos);
        Figures.of("leaks", "opens and closes")
                .with("opens", opens)
                .with("threadsMore", after.threads() - before.threads())
                .with("descriptorsMore", after.descriptors() - before.descriptors())
                .with("directBytesMore", after.directMemory() - before.directMemory())
                .with("medianMillis", nanos[opens / 2] / 1e6)
                .publish(reporter);
    }

    @Test
    void pipes_that_are_open_at_the_same_time_leave_nothing_either(TestReporter reporter) throws Exception {
        openAndClose(Use.values().length);
        MachineUse before = MachineUse.settled();
        int pipes = Math.toIntExact(Math.min(Size.OPENS.get(), 100));
        talkThroughAllAtOnce(pipes);
        Relayed.await("no descriptor is left", () -> MachineUse.now().descriptors() <= before.descriptors());
        Relayed.await(
                "their memory is free",
                () -> MachineUse.now().directMemory() <= before.directMemory() + DIRECT_MEMORY_SLACK);
        assertThat(MachineUse.engineThreads()).isZero();
        Figures.of("leaks", "open at the same time").with("pipes", pipes).publish(reporter);
    }

    /** A method of its own, so that no local variable keeps a closed pipe. */
    private static void talkThroughAllAtOnce(int pipes) throws IOException {
        try (TestServer server =
                TestServer.start(socket -> socket.getInputStream().transferTo(socket.getOutputStream()))) {
            List<RelayPipe> open = new ArrayList<>();
            List<Socket> clients = new ArrayList<>();
            for (int i = 0; i < pipes; i++) {
                RelayPipe pipe = Relayed.open(PATH);
                open.add(pipe);
                clients.add(Relayed.connect(pipe.to(server.address())));
            }
            for (Socket client : clients) {
                echo(client);
            }
            assertThat(MachineUse.engineThreads()).isEqualTo(pipes);
            for (RelayPipe pipe : open) {
                pipe.close();
            }
            for (Socket client : clients) {
                client.close();
            }
        }
    }
}
