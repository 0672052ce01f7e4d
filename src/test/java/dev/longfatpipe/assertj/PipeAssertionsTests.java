/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.assertj;

import static dev.longfatpipe.assertj.PipeAssertions.assertThat;
import static dev.longfatpipe.assertj.PipeAssertions.percent;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.longfatpipe.RecordedPipe;
import dev.longfatpipe.diagnose.Recorded;
import dev.longfatpipe.diagnose.RecordedFlow;
import dev.longfatpipe.observe.Transfer;
import dev.longfatpipe.units.Utilisation;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import org.junit.jupiter.api.Test;

class PipeAssertionsTests {

    @Test
    void stand_beside_those_of_assertj() throws IOException {
        Recorded recorded = Recorded.on(Recorded.LONG_FAT, 10).flow(RecordedFlow.of(1_000));
        Transfer transfer = recorded.transfer();

        assertThat(transfer).isNotNull();
        assertThat(RecordedPipe.of(recorded)).hasCarriedTraffic();
        try (Socket socket = new Socket();
                ServerSocket listener = new ServerSocket()) {
            assertThat(socket).isNotNull();
            assertThat(listener).isNotNull();
        }
        assertThat("text").startsWith("te");
        assertThat(List.of(1, 2)).hasSize(2);
        assertThat(percent(80)).isLessThan(percent("80.5"));
    }

    @Test
    void read_shares_in_per_cent() {
        assertThat(percent(80)).isEqualTo(Utilisation.parse("80%"));
        assertThat(percent("79.5")).isEqualTo(Utilisation.parse("79.5%"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> percent(-1))
                .withMessage("utilisation [-1%] is negative: write \"1%\"");
    }
}
