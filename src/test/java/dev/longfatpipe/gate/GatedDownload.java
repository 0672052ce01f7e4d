/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.gate;

import dev.longfatpipe.MeasuredAction;
import dev.longfatpipe.Pipe;
import dev.longfatpipe.diagnose.Assessment;
import dev.longfatpipe.junit.LongFatPipe;
import dev.longfatpipe.junit.ThroughputBaseline;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The gated tests whose code is left alone, or is not. Run by {@link GatePowerMain}. */
@LongFatPipe(rtt = "100ms", rate = "100mbit", kernel = "linux-6.1", congestionControl = "cubic", concurrent = true)
@ThroughputBaseline
@ExtendWith(Planted.Resolver.class)
class GatedDownload {

    static final int BYTES = 8_000_000;

    /** What one test measured. */
    record Measured(double utilisation, double seconds) {}

    static final Map<Integer, Measured> MEASURED = new ConcurrentHashMap<>();

    /** Eight megabytes on a new connection. */
    @Test
    void bulk(Pipe pipe, Planted planted) throws Exception {
        try (Server server = Server.start(0)) {
            InetSocketAddress origin = pipe.to(server.address());
            measure(pipe, planted, () -> Server.ask(origin, planted.receiveBuffer(), 1, 1, BYTES));
        }
    }

    /** Pages of four objects of 8 KiB, asked for at once and answered one after the other. */
    @Test
    void requests(Pipe pipe, Planted planted) throws Exception {
        try (Server server = Server.start(planted.thinkMillis())) {
            InetSocketAddress origin = pipe.to(server.address());
            measure(pipe, planted, () -> Server.ask(origin, planted.receiveBuffer(), 12, 4, 8_192));
        }
    }

    private static void measure(Pipe pipe, Planted planted, MeasuredAction action) throws Exception {
        long from = System.nanoTime();
        double utilisation =
                Assessment.of(pipe.measure(action)).utilisation().orElseThrow().ratio();
        MEASURED.put(planted.run(), new Measured(utilisation, (System.nanoTime() - from) / 1e9));
    }
}
