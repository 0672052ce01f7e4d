/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import static dev.longfatpipe.assertj.PipeAssertions.assertThat;
import static dev.longfatpipe.diagnose.LimitingFactor.RECEIVE_WINDOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.Pipe;
import dev.longfatpipe.diagnose.Diagnosis;
import dev.longfatpipe.junit.LongFatPipe;
import dev.longfatpipe.observe.Transfer;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

/** What the backup would do on the production hosts, whose sysctl.conf nobody has looked at since they were small. */
@LongFatPipe(
        rtt = "40ms",
        rate = "2gbit",
        kernel = "linux-6.1",
        sysctls = "net.ipv4.tcp_rmem=4096 131072 524288",
        congestionControl = "cubic")
class ProductionKernelTest {

    @Test
    void tcp_rmem_of_512_kib_holds_a_client_that_sets_nothing_to_a_window_of_half_of_it(Pipe pipe) throws Exception {
        try (BulkServer server = BulkServer.start()) {
            InetSocketAddress origin = pipe.to(server.address());

            Transfer transfer =
                    pipe.measure(() -> BulkClient.withDefaultBuffers().download(origin, DataSize.parse("15MB")));

            assertThat(transfer).isLimitedBy(RECEIVE_WINDOW);
            // 262144 bytes per 40 ms are 52.4 mbit, of a line of 2 gbit.
            assertThat(transfer.goodput()).isLessThan(DataRate.parse("52.5mbit"));
            assertThat(Diagnosis.of(transfer).remedy()).contains("net.ipv4.tcp_rmem");
        }
    }
}
