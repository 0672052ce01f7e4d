/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.observe.Punctuality;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.spi.PipeRequest;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Pipes of the relay for tests with real sockets, with a kernel profile that is the same on every machine. */
final class Relayed {

    static final KernelProfile KERNEL = KernelProfile.linux618();

    static final int PATIENCE_MILLIS = 20_000;

    private Relayed() {}

    static RelayPipe open(Path path) throws IOException {
        return RelayPipe.open(request(path, 1));
    }

    static PipeRequest request(Path path, long seed) {
        return new PipeRequest("", path, KERNEL, KERNEL, null, seed);
    }

    /** Connects; no read of this socket blocks a test for ever. */
    static Socket connect(InetSocketAddress address) throws IOException {
        Socket socket = new Socket();
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.connect(address, PATIENCE_MILLIS);
        return socket;
    }

    /** Waits until bytes have moved, and then none has for a while. */
    static void awaitStandstill(RelayPipe pipe) throws InterruptedException {
        long[] seen = {0, System.nanoTime()};
        await("bytes stand still", () -> {
            long sent = pipe.snapshot().connections().stream()
                    .mapToLong(connection -> connection.upstream().sentBytes()
                            + connection.downstream().sentBytes())
                    .sum();
            long now = System.nanoTime();
            if (sent != seen[0]) {
                seen[0] = sent;
                seen[1] = now;
            }
            return sent > 0 && now - seen[1] > 150_000_000L;
        });
    }

    /** Measures which share of one core the engine uses over a second. */
    static double busyShareOfASecond(RelayPipe pipe) throws InterruptedException {
        Punctuality before = pipe.snapshot().punctuality();
        Thread.sleep(1_000);
        return pipe.snapshot().punctuality().since(before).busyShare();
    }

    /** Does nothing for a while, where doing nothing is what is tested. */
    static void pause(Duration time) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(time.toNanos());
    }

    /** Waits until something is so. */
    static void await(String what, BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE_MILLIS * 1_000_000L;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("waited in vain until " + what);
            }
            Thread.sleep(2);
        }
    }
}
