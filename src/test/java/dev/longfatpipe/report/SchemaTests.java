/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import dev.longfatpipe.observe.PipeDescription;
import dev.longfatpipe.units.Utilisation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written is what {@code docs/report.schema.json} says. */
class SchemaTests {

    private static final JsonSchema SCHEMA = schema();

    private final Path folder;

    SchemaTests(@TempDir Path folder) {
        this.folder = folder;
    }

    private static JsonSchema schema() {
        try {
            return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                    .getSchema(Files.readString(Path.of("docs/report.schema.json")));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    static List<String> complaints(String json) {
        return SCHEMA
                .validate(
                        json,
                        InputFormat.JSON,
                        context -> context.getExecutionConfig().setFormatAssertionsEnabled(true))
                .stream()
                .map(ValidationMessage::getMessage)
                .toList();
    }

    private String written(TestEntry... entries) throws IOException {
        try (ReportSession session =
                ReportSession.open(folder, new RunIdentity("run-1"), Optional.empty(), Clock.systemUTC(), () -> 0)) {
            for (TestEntry entry : entries) {
                session.add(entry);
            }
        }
        return Files.readString(folder.resolve("report.json"));
    }

    @Test
    void a_report_is_as_its_schema_says() throws IOException {
        PipeDescription named = Synthetic.pipe("backup", 50);
        GateEntry gate = new GateEntry(
                "REGRESSED",
                List.of("baseline 95 % -> 80 %"),
                List.of(Utilisation.ofPercent(95)),
                List.of(Utilisation.ofPercent(80)),
                List.of());
        String json = written(
                Synthetic.entry("uploads", "PASSED", null),
                Synthetic.entry("uploads", "INCONCLUSIVE", "INCONCLUSIVE: </script> too busy"),
                TestEntry.of(
                        Synthetic.test("nothing"), "FAILED", "no byte", named, Optional.empty(), gate, List.of("w")));

        assertThat(complaints(json)).isEmpty();
    }

    @Test
    void what_is_not_in_the_schema_is_noticed() throws IOException {
        String json = written(Synthetic.entry("uploads", "PASSED", null));

        assertThat(complaints(json.replace("\"bytes\":", "\"octets\":"))).isNotEmpty();
        assertThat(complaints(json.replace("\"PASSED\"", "\"GREEN\""))).isNotEmpty();
        assertThat(complaints(json.replace("\"version\":1", "\"version\":2"))).isNotEmpty();
        assertThat(complaints(json.replaceFirst("\"began\":\"[^\"]*\"", "\"began\":\"yesterday\"")))
                .isNotEmpty();
    }

    @Test
    void what_was_not_measured_is_absent() throws IOException {
        String json = written(TestEntry.of(
                Synthetic.test("nothing"),
                "INCONCLUSIVE",
                "the machine",
                Synthetic.pipe("", 100),
                Optional.empty(),
                null,
                List.of()));

        assertThat(json).doesNotContain("transfer").doesNotContain("null").doesNotContain("\"gate\"");
        assertThat(complaints(json)).isEmpty();
    }
}
