/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.kernel.BufferSetting;
import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.units.DataSize;
import org.junit.jupiter.api.Test;

class SendBufferModelTests {

    private static final int SEGMENT = 1448;
    private static final BufferSetting SIXTY_FOUR = BufferSetting.explicit(DataSize.ofKibibytes(64));

    private final SendBufferModel buffer = new SendBufferModel(KernelProfile.linux618(), SIXTY_FOUR, SEGMENT);

    @Test
    void it_holds_what_the_kernel_profile_says() {
        // facts.md: 131,072 bytes of memory, 1448 + 832 a segment, and the last one may stand out
        assertThat(buffer.capacity()).isEqualTo(58L * SEGMENT);
        assertThat(new SendBufferModel(KernelProfile.linux61(), SIXTY_FOUR, SEGMENT).capacity())
                .isEqualTo(49L * SEGMENT);
    }

    @Test
    void until_it_was_full_every_free_byte_may_be_used() {
        assertThat(buffer.room(0)).isEqualTo(58L * SEGMENT);
        assertThat(buffer.room(50L * SEGMENT)).isEqualTo(8L * SEGMENT);
        assertThat(buffer.room(58L * SEGMENT)).isZero();
        assertThat(buffer.room(60L * SEGMENT)).isZero();
        assertThat(buffer.room(57L * SEGMENT)).isEqualTo(SEGMENT);
    }

    @Test
    void a_writer_that_filled_it_is_woken_when_a_third_is_free() {
        buffer.filled();
        long capacity = buffer.capacity();
        assertThat(buffer.room(capacity)).isZero();
        assertThat(buffer.room(capacity * 2 / 3 + 1)).isZero();
        assertThat(buffer.room(capacity * 2 / 3)).isEqualTo(capacity - capacity * 2 / 3);
    }

    @Test
    void once_woken_it_may_use_every_free_byte_again() {
        buffer.filled();
        buffer.room(0);
        assertThat(buffer.room(57L * SEGMENT)).isEqualTo(SEGMENT);
    }

    @Test
    void a_new_reading_of_the_socket_replaces_the_capacity() {
        buffer.apply(KernelProfile.linux618(), BufferSetting.explicit(DataSize.ofKibibytes(16)));
        assertThat(buffer.capacity()).isEqualTo(15L * SEGMENT);
        buffer.apply(KernelProfile.linux618(), BufferSetting.auto());
        assertThat(buffer.capacity()).isGreaterThan(2_000_000);
    }
}
