/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TcpMemoryTests {

    @ParameterizedTest
    @ValueSource(strings = {"4096 131072 6291456", "4096\t131072\t6291456\n", "  4096   131072 6291456 "})
    void it_is_read_as_proc_and_sysctl_write_it(String text) {
        assertThat(TcpMemory.parse(text)).isEqualTo(new TcpMemory(4096, 131_072, 6_291_456));
    }

    @Test
    void it_is_written_as_it_is_read() {
        assertThat(TcpMemory.parse("4096 131072 6291456")).hasToString("4096 131072 6291456");
    }

    @Test
    void a_max_below_the_initial_is_kept_as_the_kernel_keeps_it() {
        assertThat(TcpMemory.parse("4096 131072 65536").max()).isEqualTo(65_536);
    }

    @Test
    void the_max_alone_can_be_replaced() {
        assertThat(new TcpMemory(1, 2, 3).withMax(4)).isEqualTo(new TcpMemory(1, 2, 4));
    }

    @Test
    void other_than_three_numbers_are_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TcpMemory.parse("4096 131072"))
                .withMessage("tcp memory [4096 131072] is not the three numbers min, initial and max:"
                        + " write \"4096 131072 6291456\"");
    }

    @Test
    void a_number_out_of_range_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TcpMemory(4096, 0, 6_291_456))
                .withMessage("initial of tcp memory [0] is outside 1 to 2147483647 bytes: write \"4194304\"");
    }
}
