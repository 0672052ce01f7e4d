/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DeviceDropsTests {

    private static final List<String> TABLE = List.of(
            "Inter-|   Receive                                                |  Transmit",
            " face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier"
                    + " compressed",
            "    lo:  138580    1530    0    0    0     0          0         0   138580    1530    0    0    0     0       0"
                    + "          0",
            "lfn0001c:12548460    8308    0    3    0     0          0         0   357335    5147    0   17    0     0       0"
                    + "          0");

    @Test
    void what_a_device_could_not_hand_on_is_read() {
        assertThat(DeviceDrops.parse(TABLE, "lfn0001c")).isEqualTo(17);
        assertThat(DeviceDrops.parse(TABLE, "lo")).isZero();
        assertThat(DeviceDrops.parse(TABLE, "lfn0001s")).isZero();
    }
}
