/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.fidelity;

import dev.longfatpipe.safety.Fuzz;
import dev.longfatpipe.safety.Fuzz.Outcome;
import dev.longfatpipe.safety.Parsers;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** Any text is a truth file, or a row of one, or is refused with words. */
@Tag("safety")
@ResourceLock(Resources.LOCALE)
class TruthFuzzTests {

    private static final List<String> FILES = List.of(
            "scenario,parameters,goodput_mbit,goodput_min,run_length,cause\nf_loss,rtt=100ms rate=none,5.8,3.7,12s/16s,loss\n",
            "\uFEFFscenario,parameters,goodput_mbit\r\n\"a,b\",\"rtt=1ms \"\"x\"\"\",\"1\n2\"\r\n",
            "cause,goodput_mbit,parameters,scenario,unknown\n,,,,\n\nx,NaN,rtt=1ms,y\rz,1e400,p,q,r");

    private static final List<String> BRACKETS = List.of(
            "tcp_rmem=4096 65536 65536",
            "tcp_rmem max 524288",
            "window_scaling=0 both",
            "window_scaling=0 server only",
            "net.core.rmem_max=4194304, wmem_max = 65536 client",
            "congestion_control=reno; slow_start_after_idle=0 sender only",
            "two routers, each with half of the delay");

    /** For each line a row of a dozen fields, and for each of these a refusal that is caught. */
    private static final int BYTES_PER_CHARACTER = 3_000;

    @Test
    void of_truth_files(TestReporter reporter) throws InterruptedException {
        Fuzz.texts("truth file", FILES, BYTES_PER_CHARACTER, reading(TruthCsv::parse))
                .run(reporter);
    }

    @Test
    void of_comma_separated_values(TestReporter reporter) throws InterruptedException {
        Fuzz.texts("csv", FILES, 500, TruthFuzzTests::csv).run(reporter);
    }

    private static Outcome csv(String input) {
        List<CsvText.Row> rows;
        try {
            rows = CsvText.parse(input);
        } catch (IllegalArgumentException e) {
            return Parsers.refused(e);
        }
        for (CsvText.Row row : rows) {
            // after an empty line, for a byte order mark is one only at the beginning
            List<CsvText.Row> again = CsvText.parse("\n" + CsvText.line(row.fields()));
            if (again.size() != 1 || !again.get(0).fields().equals(row.fields())) {
                throw new AssertionError("has " + row + ", which is written so that it is read as " + again);
            }
        }
        return new Outcome(true, rows);
    }

    @Test
    void of_scenarios(TestReporter reporter) throws InterruptedException {
        List<String> valid = List.of(
                "rtt=100ms rate=none limit=200000p loss=0.1% gso=off rcvbuf=auto sndbuf=auto streams=1 cc=cubic",
                "rtt=40ms rate=2000 limit=20000p rcvbuf=65536 [tcp_rmem max 524288] mtu=9000",
                "rtt=50ms rate=100.5 sender_pace=20mbit reader_pace=none bytes=1000000 [window_scaling=0 server only]",
                "rtt=1h rate=10tbit limit=999999999999999 streams=10000");
        Fuzz.texts("scenario", valid, 500, reading(ScenarioText::parse)).run(reporter);
    }

    @Test
    void of_brackets(TestReporter reporter) throws InterruptedException {
        Fuzz.texts("bracket", BRACKETS, 500, reading(BracketText::parse)).run(reporter);
    }

    private static <T> Function<String, Outcome> reading(Function<String, T> parser) {
        return input -> {
            try {
                return new Outcome(true, parser.apply(input));
            } catch (IllegalArgumentException e) {
                return Parsers.refusedWithWords(e);
            }
        };
    }
}
