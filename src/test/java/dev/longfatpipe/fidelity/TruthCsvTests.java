/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.fidelity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class TruthCsvTests {

    static String measuredOnLinux61() throws IOException {
        try (InputStream file =
                Objects.requireNonNull(TruthCsvTests.class.getResourceAsStream("/truth/linux-6.1-netem.csv"))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Nested
    class What_was_measured {

        @Test
        void is_57_rows_with_a_goodput_and_a_cause_each() throws IOException {
            List<TruthRow> rows = TruthCsv.parse(measuredOnLinux61());

            assertThat(rows).hasSize(57);
            assertThat(rows).allMatch(row -> row.goodputMbit().isPresent());
            assertThat(rows.stream().map(TruthRow::cause).distinct())
                    .containsExactlyInAnyOrder(
                            "loss", "app_sender", "slow_reader", "bandwidth", "rwnd", "sndbuf", "slow_start");
        }

        @Test
        void is_set_up_in_words_that_are_understood() throws IOException {
            assertThat(TruthCsv.parse(measuredOnLinux61()))
                    .allSatisfy(row -> assertThat(
                                    ScenarioText.parse(row.parameters()).path())
                            .isNotNull());
        }
    }

    @Nested
    class A_row {

        private static final String HEADER = "cause,goodput_mbit,run_length,parameters,scenario,cpu_busy,novel\n";

        private TruthRow row(String line) {
            return TruthCsv.parse(HEADER + line).get(0);
        }

        @Test
        void is_found_by_the_names_of_its_columns() {
            TruthRow row = row("rwnd,5.25,10s/6s,\"rtt=1ms [a, b]\",x_new,0.5,what");

            assertThat(row.scenario()).isEqualTo("x_new");
            assertThat(row.parameters()).isEqualTo("rtt=1ms [a, b]");
            assertThat(row.goodputMbit()).hasValue(5.25);
            assertThat(row.cpuBusy()).hasValue(0.5);
            assertThat(row.cause()).isEqualTo("rwnd");
            assertThat(row.runLengths()).containsExactly(Duration.ofSeconds(10), Duration.ofSeconds(6));
        }

        @Test
        void has_nothing_where_the_file_has_nothing() {
            TruthRow row = row("loss,,soon/0s,p,s");

            assertThat(row.goodputMbit()).isEmpty();
            assertThat(row.cpuBusy()).isEmpty();
            assertThat(row.loadedRttMillis()).isEmpty();
            assertThat(row.runLengths()).isEmpty();
        }

        @Test
        void has_no_figure_that_is_not_a_number() {
            assertThat(row("loss,fast,,p,s").goodputMbit()).isEmpty();
            assertThat(row("loss,NaN,,p,s").goodputMbit()).isEmpty();
            assertThat(row("loss,Infinity,,p,s").goodputMbit()).isEmpty();
        }
    }

    @Nested
    class Refuses {

        @Test
        void an_empty_file() {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> TruthCsv.parse(" \n"))
                    .withMessage("truth file is empty: its first line must name its columns");
        }

        @Test
        void a_file_of_another_form() {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> TruthCsv.parse("test,reader\nwindow,fast"))
                    .withMessage("truth file has no column [scenario]: its first line must name at least scenario,"
                            + " parameters, goodput_mbit");
        }

        @Test
        void a_file_without_rows() {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> TruthCsv.parse("scenario,parameters,goodput_mbit\n"))
                    .withMessage("truth file has no row: nothing to compare with");
        }
    }

    @Test
    void damage_leads_to_rows_or_to_a_refusal_and_to_nothing_else() throws IOException {
        String sound = measuredOnLinux61().substring(0, 2000);
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 2000; i++) {
            StringBuilder damaged = new StringBuilder(sound);
            for (int j = random.nextInt(1, 20); j > 0; j--) {
                damaged.setCharAt(
                        random.nextInt(damaged.length()), "\",=[]\n\r p09-.%\uFEFF".charAt(random.nextInt(15)));
            }
            try {
                TruthCsv.parse(damaged.toString()).forEach(row -> read(row.parameters()));
            } catch (IllegalArgumentException e) {
                assertThat(e).hasMessageMatching("(?s).+");
            }
        }
    }

    private static void read(String parameters) {
        try {
            ScenarioText.parse(parameters).path();
        } catch (IllegalArgumentException e) {
            assertThat(e).hasMessageMatching("(?s).+");
        }
    }
}
