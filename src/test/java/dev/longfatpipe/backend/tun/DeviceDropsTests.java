/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DeviceDropsTests {

    private static final String TABLE = """
            Inter-|   Receive                                                |  Transmit
             face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier
                lo:       1       2    0    3    0     0          0         0        1       2    0    4    0     0       0          0
            longfat0:42971635   39586    0    5    0     0          0         0 44472251   40598    0   17    0     0       0          0
            """;

    @Test
    void reads_what_the_device_did_not_hand_over() {
        assertThat(DeviceDrops.parse(TABLE, "longfat0")).isEqualTo(17);
        assertThat(DeviceDrops.parse(TABLE, "lo")).isEqualTo(4);
    }

    @Test
    void knows_nothing_of_a_device_that_is_not_there() {
        assertThat(DeviceDrops.parse(TABLE, "longfat1")).isZero();
        assertThat(DeviceDrops.parse("", "lo")).isZero();
        assertThat(DeviceDrops.parse("lo: 1 2", "lo")).isZero();
    }
}
