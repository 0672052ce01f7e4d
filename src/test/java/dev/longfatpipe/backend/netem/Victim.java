/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import dev.longfatpipe.backend.ChildJvm;
import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.spi.OpenPipe;
import dev.longfatpipe.spi.PipeRequest;
import dev.longfatpipe.units.DataRate;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;

/** A program that opens a pipe and downloads through it until it is killed. */
final class Victim {

    private static final Path PATH = Path.of(Duration.ofMillis(20), DataRate.ofMegabitsPerSecond(5));
    private static final String FILLING = "filling";
    private static final String CONTAINER = "container";
    private static final List<String> START_FAST = List.of("env", "JAVA_TOOL_OPTIONS=-XX:TieredStopAtLevel=1");

    private Victim() {}

    /** Starts it, waits until bytes have crossed the pipe, and kills it. Returns the process id that it had. */
    static long killed(boolean inContainer) throws IOException {
        try (ChildJvm jvm = ChildJvm.start(
                START_FAST, ChildJvm.ownClassPath(), Victim.class, inContainer ? CONTAINER : "namespaces")) {
            jvm.awaitLine(FILLING);
            return jvm.pid();
        }
    }

    /**
     * The program.
     *
     * @param arguments where the router is: {@code container} or {@code namespaces}
     */
    public static void main(String[] arguments) throws Exception {
        KernelProfile kernel = KernelProfile.host();
        NetemBackend backend = arguments[0].equals(CONTAINER) ? RouterInContainer.backend() : new NetemBackend();
        try (OpenPipe pipe = backend.open(new PipeRequest("", PATH, kernel, kernel, null, 1));
                ServerSocket server = new ServerSocket(0)) {
            Thread sender = new Thread(() -> send(server), "sender");
            sender.setDaemon(true);
            sender.start();
            InetAddress here = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
            try (Socket client = new Socket()) {
                client.connect(pipe.to(new InetSocketAddress(here, server.getLocalPort())));
                byte[] block = new byte[1 << 16];
                client.getInputStream().readNBytes(block, 0, block.length);
                System.out.println(FILLING);
                while (client.getInputStream().read(block) >= 0) {
                    // until it is killed
                }
            }
        }
    }

    private static void send(ServerSocket server) {
        try (Socket socket = server.accept()) {
            OutputStream out = socket.getOutputStream();
            while (true) {
                out.write(new byte[1 << 16]);
            }
        } catch (IOException e) {
            System.out.println(e);
        }
    }
}
