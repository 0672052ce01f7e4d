/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.readme;

// Meant to fail, and run by ReadmeTests only: Surefire looks for *Tests.
// snippet: first
import static dev.longfatpipe.assertj.PipeAssertions.assertThat;
import static dev.longfatpipe.assertj.PipeAssertions.percent;

import dev.longfatpipe.Pipe;
import dev.longfatpipe.junit.LongFatPipe;
import dev.longfatpipe.observe.Transfer;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

@LongFatPipe(rtt = "100ms", rate = "100mbit", kernel = "linux-6.1")
class ReplicationTest {

    ReplicationServer server = ReplicationServer.start();
    ReplicationClient client = new ReplicationClient();

    @Test
    void fills_the_pipe(Pipe pipe) throws Exception {
        InetSocketAddress origin = pipe.to(server.address()); // the same server, through the path
        Transfer transfer = pipe.measure(() -> client.download(origin));
        assertThat(transfer).reachesAtLeast(percent(80)).ofTheExpectation();
    }
}
// end of snippet
