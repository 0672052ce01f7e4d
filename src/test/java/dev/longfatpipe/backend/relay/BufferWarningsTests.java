/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.kernel.BufferSetting;
import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.observe.BufferReading;
import dev.longfatpipe.observe.BufferReading.Source;
import dev.longfatpipe.units.DataSize;
import org.junit.jupiter.api.Test;

class BufferWarningsTests {

    private final BufferWarnings warnings = new BufferWarnings(
            KernelProfile.linux618()
                    .with("net.core.rmem_max", "212992")
                    .with("net.core.wmem_max", "425984")
                    .sysctls(),
            "its socket is not on this host");

    private static BufferReading explicit(long bytes, Source source) {
        return new BufferReading(BufferSetting.explicit(DataSize.ofBytes(bytes)), DataSize.ofBytes(bytes), 7, source);
    }

    private static BufferReading auto(long granted) {
        return new BufferReading(BufferSetting.auto(), DataSize.ofBytes(granted), 7, Source.SOCK_DIAG);
    }

    @Test
    void ordinary_buffers_are_worth_no_warning() {
        assertThat(warnings.about("the client", new AppSocket(auto(65_536), auto(1_313_280))))
                .isEmpty();
        assertThat(warnings.about(
                        "the client",
                        new AppSocket(explicit(65_536, Source.SOCK_DIAG), explicit(65_536, Source.SOCK_DIAG))))
                .isEmpty();
    }

    @Test
    void a_size_at_the_limit_of_this_host_may_have_been_cut() {
        assertThat(warnings.about(
                        "the client",
                        new AppSocket(explicit(212_992, Source.SOCK_DIAG), explicit(425_984, Source.SOCK_DIAG))))
                .containsExactly(
                        "SO_RCVBUF of the client is 212992, which is net.core.rmem_max of this host: more may have been"
                                + " asked for and was cut silently",
                        "SO_SNDBUF of the client is 425984, which is net.core.wmem_max of this host: more may have been"
                                + " asked for and was cut silently");
    }

    @Test
    void an_auto_tuned_buffer_of_that_size_was_not_cut() {
        assertThat(warnings.about("the client", new AppSocket(auto(212_992), auto(425_984))))
                .isEmpty();
    }

    @Test
    void a_declared_size_was_not_cut() {
        assertThat(warnings.about(
                        "the client",
                        new AppSocket(explicit(212_992, Source.DECLARED), explicit(425_984, Source.DECLARED))))
                .isEmpty();
    }

    @Test
    void buffers_that_could_not_be_read_are_named() {
        assertThat(warnings.about("server 127.0.0.1:8080", AppSocket.ASSUMED_AUTO))
                .containsExactly(
                        "the buffers of server 127.0.0.1:8080 could not be read (its socket is not on this host):"
                                + " auto-tuning is assumed; declare them with @SocketBuffers");
    }
}
