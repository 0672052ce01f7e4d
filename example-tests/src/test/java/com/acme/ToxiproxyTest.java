/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import static dev.longfatpipe.assertj.PipeAssertions.assertThat;
import static dev.longfatpipe.assertj.PipeAssertions.percent;
import static dev.longfatpipe.diagnose.LimitingFactor.LINK;

import dev.longfatpipe.Pipe;
import dev.longfatpipe.junit.LongFatPipe;
import dev.longfatpipe.observe.Transfer;
import java.io.DataOutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * For a team that runs Toxiproxy already. Runs when it is asked for, {@code mvn test -DexcludedGroups=}, since where there is Docker it
 * pulls an image; skipped then, with the reason, where there is neither Docker nor a server.
 */
@Tag("toxiproxy")
@LongFatPipe(rtt = "40ms", rate = "20mbit", backend = "toxiproxy")
class ToxiproxyTest {

    private static final long BYTES = 5_000_000;

    @Test
    void a_download_fills_the_line_that_its_connection_has_to_itself(Pipe pipe) throws Exception {
        try (BulkServer server = BulkServer.start()) {
            InetSocketAddress origin = pipe.to(server.address());

            Transfer transfer = pipe.measure(() -> {
                try (Socket socket = new Socket()) {
                    socket.connect(origin);
                    new DataOutputStream(socket.getOutputStream()).writeLong(BYTES);
                    BulkServer.receive(socket.getInputStream(), BYTES);
                }
            });

            assertThat(transfer).reachesAtLeast(percent(90)).ofTheExpectation();
            assertThat(transfer).isLimitedBy(LINK);
        }
    }
}
