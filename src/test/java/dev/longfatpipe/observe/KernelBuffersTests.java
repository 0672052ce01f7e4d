/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.kernel.BufferSetting;
import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.observe.BufferReading.Source;
import dev.longfatpipe.units.DataSize;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KernelBuffersTests {

    private static final BufferSetting AUTO = BufferSetting.auto();

    private static BufferSetting size(long bytes) {
        return BufferSetting.explicit(DataSize.ofBytes(bytes));
    }

    private static KernelBuffers buffers(BufferSetting receive, BufferSetting send, @Nullable SocketRecord untouched) {
        boolean declared = !receive.isAuto() || !send.isAuto();
        return new KernelBuffers(new KernelEnd(KernelProfile.linux61(), receive, send, declared, untouched));
    }

    private final KernelBuffers buffers = buffers(AUTO, AUTO, new Info().record());

    private static BufferReading read(BufferSetting setting, long granted, int scale) {
        return new BufferReading(setting, DataSize.ofBytes(granted), scale, Source.SOCK_DIAG);
    }

    @Test
    void as_large_as_an_untouched_one_is_untouched() {
        buffers.add(new Info().record());
        assertThat(buffers.receive()).isEqualTo(read(AUTO, 65_536, 7));
        assertThat(buffers.send()).isEqualTo(read(AUTO, 43_520, 7));
    }

    @Test
    void another_size_was_asked_for() {
        buffers.add(new Info().buffers(65_536, 524_288).record());
        assertThat(buffers.receive()).isEqualTo(read(size(32_768), 32_768, 7));
        assertThat(buffers.send()).isEqualTo(read(size(262_144), 262_144, 7));
    }

    @Test
    void the_default_size_with_another_window_scale_was_asked_for_too() {
        buffers.add(new Info().scale(1).record());
        assertThat(buffers.receive()).isEqualTo(read(size(65_536), 65_536, 1));
    }

    @Test
    void a_size_that_grows_is_the_kernel_s() {
        buffers.add(new Info().record());
        buffers.add(new Info()
                .buffers(400_000, 900_000)
                .received(100_000)
                .acked(50_000)
                .record());
        assertThat(buffers.receive()).isEqualTo(read(AUTO, 200_000, 7));
        assertThat(buffers.send()).isEqualTo(read(AUTO, 450_000, 7));
    }

    @Test
    void a_larger_size_at_the_first_look_that_may_have_grown_is_the_kernel_s() {
        buffers.add(new Info()
                .buffers(400_000, 870_400)
                .received(100_000)
                .acked(50_000)
                .record());
        assertThat(buffers.receive().setting()).isEqualTo(AUTO);
        assertThat(buffers.send().setting()).isEqualTo(AUTO);
    }

    /** As after the first round trip of a short path. */
    @Test
    void one_that_cannot_have_grown_so_was_asked_for_whenever_it_is_seen_first() {
        buffers.add(new Info().buffers(131_072, 262_144).acked(50_000).record());
        assertThat(buffers.send()).isEqualTo(read(size(131_072), 131_072, 7));
    }

    @Test
    void before_the_handshake_is_over_nothing_is_told() {
        buffers.add(new Info().state(2).buffers(131_072, 16_384).record());
        assertThat(buffers.send()).isEqualTo(BufferReading.ASSUMED_AUTO);
    }

    @Test
    void a_declaration_decides_where_the_socket_says_nothing() {
        KernelBuffers declared = buffers(size(65_536), AUTO, new Info().record());
        declared.add(new Info().record());
        assertThat(declared.receive())
                .isEqualTo(new BufferReading(size(65_536), DataSize.ofBytes(65_536), 7, Source.DECLARED));
        declared.add(new Info().buffers(400_000, 87_040).record());
        assertThat(declared.receive().setting()).isEqualTo(AUTO);
    }

    @Test
    void where_no_socket_can_be_read_the_declaration_is_all_there_is() {
        KernelBuffers declared = buffers(size(65_536), AUTO, null);
        declared.add(new Info().record());
        assertThat(declared.receive())
                .isEqualTo(new BufferReading(size(65_536), DataSize.ofBytes(65_536), -1, Source.DECLARED));
        assertThat(buffers(AUTO, AUTO, null).receive()).isEqualTo(BufferReading.ASSUMED_AUTO);
    }
}
