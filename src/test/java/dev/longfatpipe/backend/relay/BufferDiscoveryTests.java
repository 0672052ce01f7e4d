/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.kernel.BufferSetting;
import dev.longfatpipe.observe.BufferReading;
import dev.longfatpipe.observe.BufferReading.Source;
import dev.longfatpipe.observe.SocketRecord;
import dev.longfatpipe.observe.TcpInfo;
import dev.longfatpipe.spi.DeclaredBuffers;
import dev.longfatpipe.units.DataSize;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class BufferDiscoveryTests {

    private static final SocketRecord UNTOUCHED_CLIENT = socket(131_072, 2_626_560, 10);
    private static final SocketRecord UNTOUCHED_SERVER = socket(131_072, 2_626_561, 10);
    private static final UntouchedSockets UNTOUCHED = new UntouchedSockets(UNTOUCHED_CLIENT, UNTOUCHED_SERVER);

    private static SocketRecord socket(long receive, long send, int scale) {
        TcpInfo info = new TcpInfo(TcpInfo.ESTABLISHED, 7, scale, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        return new SocketRecord(receive, send, 0, 0, 0, info);
    }

    private static BufferSetting explicit(long bytes) {
        return BufferSetting.explicit(DataSize.ofBytes(bytes));
    }

    @Nested
    class WithoutDeclaration {

        private final BufferDiscovery discovery = new BufferDiscovery(null);

        @Test
        void a_socket_like_an_untouched_one_is_auto_tuned() {
            AppSocket client = discovery.client(UNTOUCHED_CLIENT, UNTOUCHED);
            assertThat(client.receive())
                    .isEqualTo(new BufferReading(BufferSetting.auto(), DataSize.ofBytes(65_536), 10, Source.SOCK_DIAG));
            assertThat(client.send())
                    .isEqualTo(
                            new BufferReading(BufferSetting.auto(), DataSize.ofBytes(1_313_280), 10, Source.SOCK_DIAG));
        }

        @Test
        void the_two_ends_have_references_of_their_own() {
            assertThat(discovery
                            .server(UNTOUCHED_SERVER, UNTOUCHED)
                            .send()
                            .setting()
                            .isAuto())
                    .isTrue();
            assertThat(discovery
                            .client(UNTOUCHED_SERVER, UNTOUCHED)
                            .send()
                            .setting()
                            .isAuto())
                    .isFalse();
        }

        @Test
        void another_size_is_explicit_and_half_of_what_the_kernel_shows() {
            AppSocket client = discovery.client(socket(524_288, 131_072, 3), UNTOUCHED);
            assertThat(client.receive())
                    .isEqualTo(new BufferReading(explicit(262_144), DataSize.ofBytes(262_144), 3, Source.SOCK_DIAG));
            assertThat(client.send())
                    .isEqualTo(new BufferReading(explicit(65_536), DataSize.ofBytes(65_536), 3, Source.SOCK_DIAG));
        }

        @Test
        void the_window_scale_betrays_an_explicit_size_that_equals_the_default() {
            AppSocket client = discovery.client(socket(131_072, 2_626_560, 1), UNTOUCHED);
            assertThat(client.receive().setting()).isEqualTo(explicit(65_536));
            assertThat(client.send().setting().isAuto()).isTrue();
        }

        @Test
        void a_socket_that_cannot_be_read_is_assumed_to_be_auto_tuned() {
            assertThat(discovery.client(null, UNTOUCHED)).isEqualTo(AppSocket.ASSUMED_AUTO);
            assertThat(discovery.server(UNTOUCHED_SERVER, null)).isEqualTo(AppSocket.ASSUMED_AUTO);
        }
    }

    @Nested
    class WithDeclaration {

        private final BufferDiscovery discovery = new BufferDiscovery(
                new DeclaredBuffers(explicit(65_536), explicit(16_384), explicit(32_768), BufferSetting.auto()));

        @Test
        void a_socket_that_cannot_be_read_is_taken_as_declared() {
            AppSocket client = discovery.client(null, null);
            assertThat(client.receive())
                    .isEqualTo(new BufferReading(explicit(65_536), DataSize.ofBytes(0), -1, Source.DECLARED));
            assertThat(client.send())
                    .isEqualTo(new BufferReading(explicit(16_384), DataSize.ofBytes(0), -1, Source.DECLARED));
            AppSocket server = discovery.server(null, null);
            assertThat(server.receive().setting()).isEqualTo(explicit(32_768));
            assertThat(server.send())
                    .isEqualTo(new BufferReading(BufferSetting.auto(), DataSize.ofBytes(0), -1, Source.DECLARED));
        }

        @Test
        void the_declaration_decides_where_the_socket_says_nothing() {
            assertThat(discovery.client(UNTOUCHED_CLIENT, UNTOUCHED).receive())
                    .isEqualTo(new BufferReading(explicit(65_536), DataSize.ofBytes(65_536), 10, Source.DECLARED));
        }

        @Test
        void a_socket_that_contradicts_the_declaration_is_believed() {
            assertThat(discovery
                            .client(socket(524_288, 2_626_560, 3), UNTOUCHED)
                            .receive())
                    .isEqualTo(new BufferReading(explicit(262_144), DataSize.ofBytes(262_144), 3, Source.SOCK_DIAG));
            assertThat(discovery
                            .client(UNTOUCHED_CLIENT, UNTOUCHED)
                            .send()
                            .setting()
                            .isAuto())
                    .as("16 KiB were declared, but the socket has the default")
                    .isTrue();
        }
    }
}
