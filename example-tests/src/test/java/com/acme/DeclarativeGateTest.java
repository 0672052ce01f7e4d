/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import dev.longfatpipe.Pipe;
import dev.longfatpipe.junit.LongFatPipe;
import dev.longfatpipe.units.DataSize;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** No line of measuring and none of assertion: the annotation judges everything that crosses the pipe. */
@LongFatPipe(rtt = "50ms", rate = "100mbit", kernel = "linux-6.1", congestionControl = "cubic", atLeast = "80%")
class DeclarativeGateTest {

    @Test
    void a_backup_that_leaves_its_sockets_alone_passes_the_gate(Pipe pipe) throws IOException {
        try (BulkServer server = BulkServer.start()) {
            BulkClient.withDefaultBuffers().upload(pipe.to(server.address()), DataSize.parse("10MB"));
        }
    }
}
