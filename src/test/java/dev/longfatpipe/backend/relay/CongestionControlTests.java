/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class CongestionControlTests {

    @Test
    void each_is_found_by_the_name_of_its_kernel_module() {
        assertThat(CongestionControl.named("cubic", 1448, 0)).isInstanceOf(Cubic.class);
        assertThat(CongestionControl.named("reno", 1448, 0)).isInstanceOf(Reno.class);
        assertThat(CongestionControl.named("bbr", 1448, 0)).isInstanceOf(Bbr.class);
    }

    @Test
    void any_other_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CongestionControl.named("vegas", 1448, 0))
                .withMessage("congestion control [vegas] is not modelled by backend relay: use one of cubic, reno, bbr"
                        + " (sysctl net.ipv4.tcp_congestion_control of the kernel profile)");
    }

    @Test
    void the_probe_is_not_controlled_at_all() {
        Uncontrolled uncontrolled = new Uncontrolled();
        uncontrolled.onLoss(0);
        uncontrolled.onTimeout(0);
        uncontrolled.onIdle();
        uncontrolled.onAcknowledged(1, 0, 0);
        assertThat(uncontrolled.window()).isGreaterThan(1L << 60);
        assertThat(uncontrolled.inSlowStart()).isFalse();
    }
}
