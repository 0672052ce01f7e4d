/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.longfatpipe.diagnose.LimitingFactor;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.Utilisation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BaselineFormatTests {

    private static final String CLASS = "com.acme.ReplicationTest";

    private static List<String> version1() throws IOException {
        try (var stream = BaselineFormatTests.class.getResourceAsStream("/baseline/version-1.txt")) {
            return new String(java.util.Objects.requireNonNull(stream).readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }
    }

    private static BaselineFile read(List<String> lines) {
        return BaselineFormat.read("baseline file [x.txt]", CLASS, lines);
    }

    @Test
    void files_of_version_1_are_read() throws IOException {
        BaselineFile file = read(version1());

        assertThat(file.tests()).containsExactly("fills_the_pipe(Pipe)", "replicates(Pipe, DataSize) #2 [backup]");
        assertThat(file.baseline("fills_the_pipe(Pipe)"))
                .contains(new Baseline(
                        "fills_the_pipe(Pipe)",
                        "",
                        new Conditions(
                                "rtt 100 ms, rate 100 mbit, queue 1bdp",
                                "relay",
                                "LINUX_6_1, net.core.rmem_max=67108864"),
                        LimitingFactor.LINK,
                        "0.1.0",
                        List.of(
                                new Sample(new Utilisation(952_113), DataRate.ofBitsPerSecond(90_912_345)),
                                new Sample(new Utilisation(949_000), DataRate.ofKilobitsPerSecond(90_500))),
                        List.of(new Utilisation(988_012))));
        Baseline second =
                file.baseline("replicates(Pipe, DataSize) #2 [backup]").orElseThrow();
        assertThat(second.called()).isEqualTo("[2] 64KiB");
        assertThat(second.control()).isEmpty();
    }

    @Test
    void what_is_written_is_what_was_read() throws IOException {
        List<String> lines = version1();

        assertThat(BaselineFormat.write(CLASS, read(lines)).lines()).containsExactlyElementsOf(lines);
    }

    @Test
    void tests_are_sorted_whatever_their_order_was() throws IOException {
        BaselineFile file = read(version1());
        BaselineFile other = BaselineFile.empty();
        for (Baseline baseline : file.baselines().stream()
                .sorted((a, b) -> b.test().compareTo(a.test()))
                .toList()) {
            other = other.with(baseline);
        }

        assertThat(BaselineFormat.write(CLASS, other)).isEqualTo(BaselineFormat.write(CLASS, file));
    }

    @Test
    void a_display_name_of_several_lines_becomes_one() throws IOException {
        Baseline baseline = read(version1()).baseline("fills_the_pipe(Pipe)").orElseThrow();
        Baseline odd = new Baseline(
                "odd(Pipe) #1",
                "[1] one\n  sample 1% 1mbit\ttwo",
                baseline.conditions(),
                baseline.factor(),
                baseline.library(),
                baseline.samples(),
                baseline.control());

        BaselineFile file =
                read(BaselineFormat.write(CLASS, BaselineFile.empty().with(odd))
                        .lines()
                        .toList());

        assertThat(file.baseline("odd(Pipe) #1").orElseThrow().called()).isEqualTo("[1] one sample 1% 1mbit two");
    }

    @Nested
    class A_file_that_cannot_be_understood {

        private static final String REMEDY = ". It was left as it is: take it from version control again, or delete it"
                + " and record it again with -Dlongfatpipe.baseline=record";

        static Stream<List<String>> corrupt() {
            String head = "longfatpipe-baselines 1\nclass " + CLASS + "\n";
            String test = "test a(Pipe)\n  path p\n  backend relay\n  kernel k\n  factor LINK\n  library 1\n";
            String sample = "  sample 95% 90mbit\n";
            return Stream.of(
                    List.of(
                            "",
                            "line 1: [] is not the first line of a baseline file, which is \"longfatpipe-baselines 1\""),
                    List.of(
                            "<<<<<<< HEAD\n" + head,
                            "line 1: [<<<<<<< HEAD] is not the first line of a baseline file, which is"
                                    + " \"longfatpipe-baselines 1\""),
                    List.of(
                            "longfatpipe-baselines one\n",
                            "line 1: [longfatpipe-baselines one] is not the first line of a baseline file, which is"
                                    + " \"longfatpipe-baselines 1\""),
                    List.of("longfatpipe-baselines 1\n", "line 1: the line \"class " + CLASS + "\" is missing"),
                    List.of(
                            "longfatpipe-baselines 1\nclass com.acme.Other\n",
                            "line 2: it is of class [com.acme.Other], not of [" + CLASS + "]"),
                    List.of(head + "  sample 95% 90mbit\n", "line 3: [sample] belongs to no test"),
                    List.of(head + test, "line 3: test [a(Pipe)] has no sample"),
                    List.of(
                            head + test.replace("  factor LINK\n", "") + sample,
                            "line 3: test [a(Pipe)] has no factor"),
                    List.of(
                            head + test.replace("LINK", "MAGIC") + sample,
                            "line 3: factor [MAGIC] of test [a(Pipe)] is unknown"),
                    List.of(head + test + sample + test + sample, "line 10: test [a(Pipe)] is in it twice"),
                    List.of(head + test + "  path q\n" + sample, "line 9: [path] is there twice"),
                    List.of(head + test + "=======\n", "line 9: [=======] is unknown"),
                    List.of(
                            head + test + "  sample 95% 90\n",
                            "line 9: sample [90] has no unit: write \"90mbit\" (or \"11.25MB/s\")"));
        }

        @ParameterizedTest
        @MethodSource("corrupt")
        void is_refused_with_the_line_and_what_to_do(List<String> textAndComplaint) {
            assertThatExceptionOfType(BaselineException.class)
                    .isThrownBy(() -> read(textAndComplaint.get(0).lines().toList()))
                    .withMessage("baseline file [x.txt], " + textAndComplaint.get(1) + REMEDY);
        }

        @Test
        void of_a_newer_version_says_what_can_be_read() {
            assertThatExceptionOfType(BaselineException.class)
                    .isThrownBy(() -> read(List.of("longfatpipe-baselines 2", "anything")))
                    .withMessage("baseline file [x.txt] has version [2] of the format, and this version of LongFatPipe"
                            + " reads versions up to 1: update LongFatPipe to the version that wrote it, or delete the"
                            + " file and record it again with -Dlongfatpipe.baseline=record");
        }
    }

    @Test
    void has_one_file_per_class_in_a_folder() {
        assertThat(new BaselineStore(Path.of("src/test/longfatpipe")).file("com.acme.Outer$Inner"))
                .isEqualTo(Path.of("src/test/longfatpipe/com.acme.Outer$Inner.txt"));
        assertThat(Files.exists(Path.of("src/test/longfatpipe/com.acme.Outer$Inner.txt")))
                .isFalse();
    }
}
