/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import dev.longfatpipe.Pipe;
import dev.longfatpipe.junit.LongFatPipe;
import dev.longfatpipe.junit.ThroughputBaseline;
import dev.longfatpipe.units.DataSize;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

/** Compared with what it reached when {@code src/test/longfatpipe/com.acme.DownloadGateTest.txt} was recorded. */
@LongFatPipe(rtt = "50ms", rate = "50mbit", kernel = "linux-6.1", congestionControl = "cubic")
@ThroughputBaseline
class DownloadGateTest {

    /** The client that this week's code makes. */
    static BulkClient client = BulkClient.withDefaultBuffers();

    @Test
    void a_download_reaches_as_much_as_it_did(Pipe pipe) throws Exception {
        try (BulkServer server = BulkServer.start()) {
            InetSocketAddress origin = pipe.to(server.address());
            pipe.measure(() -> client.download(origin, DataSize.parse("4MB")));
        }
    }
}
