/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import static dev.longfatpipe.assertj.PipeAssertions.assertThat;
import static dev.longfatpipe.assertj.PipeAssertions.percent;

import dev.longfatpipe.Pipe;
import dev.longfatpipe.observe.Transfer;
import dev.longfatpipe.units.DataSize;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

@TransatlanticLink
class TransatlanticReplicationTest {

    @Test
    void an_upload_to_the_other_region_uses_what_the_teams_own_link_allows(Pipe pipe) throws Exception {
        try (BulkServer replica = BulkServer.start()) {
            InetSocketAddress remote = pipe.to(replica.address());

            Transfer transfer =
                    pipe.measure(() -> BulkClient.withDefaultBuffers().upload(remote, DataSize.parse("30MB")));

            assertThat(transfer).reachesAtLeast(percent(80)).ofTheExpectation();
        }
    }
}
