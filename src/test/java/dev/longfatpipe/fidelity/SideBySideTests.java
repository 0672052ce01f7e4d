/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.fidelity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class SideBySideTests {

    private static final String COLUMNS =
            "scenario,parameters,measured_goodput_mbit,measured_rtt_ms,diagnosed,status,measured_ms\n";

    @Test
    void shows_the_rows_that_both_have_run() {
        String kernel = COLUMNS
                + "a,rtt=100ms,6.000,100.50,RECEIVE_WINDOW,ok,\n"
                + "b,rtt=20ms,50.000,20.10,LINK,ok,\n"
                + "c,bytes=65536,2.000,100.00,SLOW_START,ok,250.00\n"
                + "d,rtt=1ms,9.000,1.00,LINK,inconclusive: busy,\n";
        String model = COLUMNS
                + "c,bytes=65536,9.000,100.00,SLOW_START,ok,255.00\n"
                + "a,rtt=100ms,6.300,100.10,RECEIVE_WINDOW,ok,\n"
                + "b,rtt=20ms,40.000,20.00,SLOW_START,ok,\n"
                + "d,rtt=1ms,9.000,1.00,LINK,ok,\n";

        assertThat(SideBySide.of(kernel, model).markdown())
                .containsExactly(
                        "2 of 3 rows within 8 %, by goodput, or by time for a finite transfer; the same factor named in 2 of 3.",
                        "",
                        "| set-up | goodput | model / kernel | rtt | time | diagnosed |",
                        "|---|---|---|---|---|---|",
                        "| a rtt=100ms | 6.00, 6.30 | 1.050 | 100.5, 100.1 |  | RECEIVE_WINDOW, RECEIVE_WINDOW |",
                        "| b rtt=20ms | 50.00, 40.00 | 0.800 | 20.1, 20.0 |  | LINK, SLOW_START |",
                        "| c bytes=65536 | 2.00, 9.00 | 1.020 | 100.0, 100.0 | 250, 255 | SLOW_START, SLOW_START |");
    }

    @Test
    void refuses_another_file() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SideBySide.of("a,b\n1,2\n", COLUMNS))
                .withMessage("no column [status]: this is no result file");
    }
}
