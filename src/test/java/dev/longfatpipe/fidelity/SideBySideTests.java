/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.fidelity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.longfatpipe.kernel.KernelProfile;
import java.util.List;
import org.junit.jupiter.api.Test;

class SideBySideTests {

    private static final String COLUMNS = CsvText.line(Outcome.COLUMNS) + "\n";
    private static final String PATH = "rtt=100ms rate=100 limit=3333p gso=off cc=cubic";

    private static String row(String name, String more, String figures) {
        return name + "," + PATH + more + "," + figures + "\n";
    }

    @Test
    void shows_the_rows_that_both_have_run() {
        String kernel = COLUMNS
                + row("a", " rcvbuf=65536", "5.900,6.000,,100.50,rwnd,RECEIVE_WINDOW,ok,,,100.70")
                + row("b", "", "51.000,50.000,,20.10,bandwidth,LINK,ok,,,")
                + row("c", " bytes=65536", "2.100,2.000,,100.00,slow_start,SLOW_START,ok,251.00,250.00,")
                + row("d", "", "9.000,9.000,,1.00,bandwidth,LINK,inconclusive: busy,,,");
        String model = COLUMNS
                + row("c", " bytes=65536", "2.100,9.000,,100.00,slow_start,SLOW_START,ok,251.00,255.00,")
                + row("a", " rcvbuf=65536", "5.900,6.300,,100.10,rwnd,RECEIVE_WINDOW,ok,,,")
                + row("b", "", "51.000,40.000,,20.00,bandwidth,SLOW_START,ok,,,")
                + row("d", "", "9.000,9.000,,1.00,bandwidth,LINK,ok,,,");

        assertThat(SideBySide.of(kernel, model).markdown())
                .containsExactly(
                        "Kernel and model: 2 of 3 rows within 8 %, by goodput, or by time for a finite transfer; the same"
                                + " factor named in 2 of 3.",
                        "",
                        "| set-up | truth | goodput | model / kernel | rtt | connect() | time | diagnosed |",
                        "|---|---|---|---|---|---|---|---|",
                        "| a " + PATH + " rcvbuf=65536 | 5.90 | 6.00, 6.30 | 1.050 | 100.5, 100.1 | 100.7 |  |"
                                + " RECEIVE_WINDOW, RECEIVE_WINDOW |",
                        "| b " + PATH + " | 51.00 | 50.00, 40.00 | 0.800 | 20.1, 20.0 |  |  | LINK, SLOW_START |",
                        "| c " + PATH + " bytes=65536 | 2.10 | 2.00, 9.00 | 1.020 | 100.0, 100.0 |  | 250, 255 |"
                                + " SLOW_START, SLOW_START |");
    }

    @Test
    void draws_goodput_against_the_receive_buffers_that_both_have_run() {
        String csv = COLUMNS
                + row("a_rcvbuf", " rcvbuf=262144", "20.000,20.700,,100.00,rwnd,RECEIVE_WINDOW,ok,,,")
                + row("a_rcvbuf", " rcvbuf=65536", "5.000,5.100,,100.00,rwnd,RECEIVE_WINDOW,ok,,,")
                + row("a_rcvbuf", "", "95.000,95.000,,100.00,bandwidth,LINK,ok,,,")
                + row("a_rcvbuf", " rcvbuf=4194304", "95.000,95.600,,100.00,bandwidth,LINK,ok,,,");

        ReceiveBufferChart chart = SideBySide.of(csv, csv)
                .chart("title", "kernel", KernelProfile.named("linux-6.1"))
                .orElseThrow();

        assertThat(chart.points())
                .extracting(ReceiveBufferChart.Point::bytes)
                .containsExactly(65_536L, 262_144L, 4_194_304L);
        assertThat(chart.svg()).contains("kernel (kernel)").doesNotContain("only delays");
    }

    @Test
    void draws_nothing_of_two_buffers() {
        String csv = COLUMNS + row("a_rcvbuf", " rcvbuf=65536", "5.000,5.100,,100.00,rwnd,RECEIVE_WINDOW,ok,,,");

        assertThat(SideBySide.of(csv, csv).chart("title", "kernel", KernelProfile.named("linux-6.1")))
                .isEmpty();
    }

    @Test
    void counts_what_is_within_and_names_what_is_out() {
        String csv = COLUMNS
                + row("a", " rcvbuf=65536", "5.000,5.100,,100.00,rwnd,RECEIVE_WINDOW,ok,,,100.70")
                + row("b", " rcvbuf=131072", "10.000,11.000,,100.00,rwnd,RECEIVE_WINDOW,ok,,,102.50")
                + row("c", " bytes=65536", "2.000,2.000,,100.00,slow_start,SLOW_START,ok,250.00,260.00,");
        List<ResultFile.Result> rows = List.copyOf(ResultFile.parse(csv).values());

        assertThat(KernelChecks.table(KernelChecks.OF_THE_TRUTHS_KERNEL, rows))
                .containsExactly(
                        "| | allowed | within | from, to | out |",
                        "|---|---|---|---|---|",
                        "| windows, streams, window scaling: goodput / truth | 0.950 to 1.050 | 1 of 2 | 1.020 to 1.100 | b "
                                + PATH + " rcvbuf=131072 1.100 |",
                        "| finite transfers: ms longer than the truth | -25 to 25 | 1 of 1 | 10 to 10 |  |",
                        "| connect(): ms longer than the rtt | 0.0 to 2.0 | 1 of 2 | 0.7 to 2.5 | b " + PATH
                                + " rcvbuf=131072 2.5 |");
        assertThat(KernelChecks.table(KernelChecks.OF_ANOTHER_KERNEL, rows).get(2))
                .isEqualTo(
                        "| windows: goodput x rtt / SO_RCVBUF of each stream | 1.15 to 1.30 | 0 of 2 | 0.97 to 1.05 | a "
                                + PATH + " rcvbuf=65536 0.97; b " + PATH + " rcvbuf=131072 1.05 |");
    }

    @Test
    void refuses_another_file() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SideBySide.of("a,b\n1,2\n", COLUMNS))
                .withMessage("no column [status]: this is no result file");
    }
}
