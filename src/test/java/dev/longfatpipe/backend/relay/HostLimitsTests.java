/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.kernel.BufferSetting;
import dev.longfatpipe.observe.BufferReading;
import dev.longfatpipe.observe.BufferReading.Source;
import dev.longfatpipe.units.DataSize;
import org.junit.jupiter.api.Test;

class HostLimitsTests {

    private static final long RMEM_MAX = 212_992;
    private static final long WMEM_MAX = 425_984;

    private final HostLimits limits = new HostLimits(RMEM_MAX, WMEM_MAX);

    private static BufferSetting explicit(long bytes) {
        return BufferSetting.explicit(DataSize.ofBytes(bytes));
    }

    private static BufferReading found(BufferSetting setting, long granted) {
        return new BufferReading(setting, DataSize.ofBytes(granted), 7, Source.SOCK_DIAG);
    }

    @Test
    void a_buffer_that_was_cut_is_the_one_that_is_declared() {
        assertThat(limits.uncutReceive(found(explicit(RMEM_MAX), RMEM_MAX), explicit(1_048_576)))
                .isEqualTo(new BufferReading(explicit(1_048_576), DataSize.ofBytes(RMEM_MAX), 7, Source.DECLARED));
        assertThat(limits.uncutSend(found(explicit(WMEM_MAX), WMEM_MAX), explicit(1_048_576)))
                .isEqualTo(new BufferReading(explicit(1_048_576), DataSize.ofBytes(WMEM_MAX), 7, Source.DECLARED));
    }

    @Test
    void a_buffer_that_was_not_cut_is_believed() {
        BufferReading smaller = found(explicit(65_536), 65_536);
        assertThat(limits.uncutReceive(smaller, explicit(1_048_576))).isSameAs(smaller);
    }

    @Test
    void a_buffer_of_just_the_limit_that_is_declared_so_was_not_cut() {
        BufferReading just = found(explicit(RMEM_MAX), RMEM_MAX);
        assertThat(limits.uncutReceive(just, explicit(RMEM_MAX))).isSameAs(just);
        assertThat(limits.uncutReceive(just, BufferSetting.auto())).isSameAs(just);
    }

    @Test
    void a_buffer_that_nobody_set_was_not_cut() {
        BufferReading auto = found(BufferSetting.auto(), RMEM_MAX);
        assertThat(limits.uncutReceive(auto, explicit(1_048_576))).isSameAs(auto);
    }
}
