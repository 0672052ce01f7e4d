/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AcknowledgementsTests {

    private final Acknowledgements acknowledgements = new Acknowledgements();

    @Test
    void they_come_in_the_order_in_which_they_were_sent() {
        assertThat(acknowledgements.nextNanos()).isEqualTo(Long.MAX_VALUE);
        acknowledgements.add(10, 1448);
        acknowledgements.add(20, 2896);
        assertThat(acknowledgements.nextNanos()).isEqualTo(10);
        assertThat(acknowledgements.removeFirst()).isEqualTo(1448);
        assertThat(acknowledgements.nextNanos()).isEqualTo(20);
        assertThat(acknowledgements.removeFirst()).isEqualTo(2896);
        assertThat(acknowledgements.nextNanos()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void of_several_at_one_moment_the_last_is_sent() {
        acknowledgements.add(10, 1448);
        acknowledgements.add(10, 2896);
        assertThat(acknowledgements.removeFirst()).isEqualTo(2896);
        assertThat(acknowledgements.nextNanos()).isEqualTo(Long.MAX_VALUE);
    }
}
