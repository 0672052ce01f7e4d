/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.longfatpipe.diagnose.LimitingFactor;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.Utilisation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BaselineStoreTests {

    private static final String CLASS = "com.acme.ReplicationTest";
    private static final int WRITES = 25;

    private final Path folder;

    BaselineStoreTests(@TempDir Path folder) {
        this.folder = folder;
    }

    private static Baseline baseline(String test) {
        return new Baseline(
                test,
                "",
                new Conditions("rtt 100 ms, rate 100 mbit, queue 1bdp", "relay", "LINUX_6_1"),
                LimitingFactor.LINK,
                "0.1.0",
                List.of(new Sample(Utilisation.ofPercent(95), DataRate.ofMegabitsPerSecond(90))),
                List.of());
    }

    @Test
    void a_class_without_a_file_has_no_baselines() {
        assertThat(new BaselineStore(folder.resolve("none")).read(CLASS).baselines())
                .isEmpty();
    }

    @Test
    void what_is_changed_is_read_again_and_nothing_else_is_left_in_the_folder() throws IOException {
        BaselineStore store = new BaselineStore(folder.resolve("made/on/demand"));

        store.change(CLASS, file -> file.with(baseline("b()")));
        store.change(CLASS, file -> file.with(baseline("a()")));
        store.change(CLASS, file -> file.only(test -> test.equals("a()")));

        assertThat(store.read(CLASS).tests()).containsExactly("a()");
        try (Stream<Path> files = Files.list(folder.resolve("made/on/demand"))) {
            assertThat(files).containsExactly(store.file(CLASS));
        }
    }

    @Test
    void threads_that_write_at_the_same_time_lose_nothing() throws Exception {
        BaselineStore store = new BaselineStore(folder);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        List<Future<?>> writes = new ArrayList<>();
        for (int i = 0; i < 4 * WRITES; i++) {
            String test = "test" + i + "()";
            writes.add(threads.submit(() -> store.change(CLASS, file -> file.with(baseline(test)))));
        }
        for (Future<?> write : writes) {
            write.get();
        }
        threads.shutdown();

        assertThat(store.read(CLASS).tests()).hasSize(4 * WRITES);
    }

    /** What a forked JVM of Surefire does. */
    static final class Writer {

        private Writer() {}

        public static void main(String[] arguments) {
            BaselineStore store = new BaselineStore(Path.of(arguments[0]));
            for (int i = 0; i < WRITES; i++) {
                String test = arguments[1] + i + "()";
                store.change(CLASS, file -> file.with(baseline(test)));
            }
        }
    }

    @Test
    void other_jvms_that_write_at_the_same_time_lose_nothing() throws Exception {
        List<Process> forks = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            forks.add(new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            Writer.class.getName(),
                            folder.toString(),
                            "fork" + i + "_")
                    .inheritIO()
                    .start());
        }
        for (Process fork : forks) {
            assertThat(fork.waitFor()).isZero();
        }

        assertThat(new BaselineStore(folder).read(CLASS).tests()).hasSize(3 * WRITES);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).hasSize(1);
        }
    }

    @Test
    void a_file_that_cannot_be_understood_is_never_overwritten() throws IOException {
        BaselineStore store = new BaselineStore(folder);
        for (String text : List.of("nonsense\n", "longfatpipe-baselines 2\n", "")) {
            Files.writeString(store.file(CLASS), text);

            assertThatExceptionOfType(BaselineException.class)
                    .isThrownBy(() -> store.change(CLASS, file -> file.with(baseline("a()"))));
            assertThatExceptionOfType(BaselineException.class).isThrownBy(() -> store.requireWritable(CLASS));
            assertThat(Files.readString(store.file(CLASS))).isEqualTo(text);
        }
    }

    @Test
    void a_file_that_is_no_text_is_refused() throws IOException {
        BaselineStore store = new BaselineStore(folder);
        Files.write(store.file(CLASS), new byte[] {(byte) 0xff, (byte) 0xfe, 0});

        assertThatExceptionOfType(BaselineException.class)
                .isThrownBy(() -> store.read(CLASS))
                .withMessage("baseline file [" + store.file(CLASS) + "] is not a text in UTF-8. It was left as it is:"
                        + " take it from version control again, or delete it and record it again with"
                        + " -Dlongfatpipe.baseline=record");
    }

    @Test
    void a_folder_that_cannot_be_written_is_refused_before_anything_is_measured() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "in the way");
        BaselineStore store = new BaselineStore(file);

        assertThatExceptionOfType(BaselineException.class)
                .isThrownBy(() -> store.requireWritable(CLASS))
                .withMessage("baseline file [" + store.file(CLASS) + "] cannot be written"
                        + " (java.nio.file.FileAlreadyExistsException: " + file
                        + "); nothing was changed. Make its folder"
                        + " writable, or name another one with -Dlongfatpipe.baseline.folder");
    }

    @Test
    void a_folder_that_is_read_only_is_refused_and_stays_as_it_is() throws IOException {
        BaselineStore store = new BaselineStore(folder);
        store.change(CLASS, file -> file.with(baseline("a()")));
        assumeThat(folder.toFile().setWritable(false)).isTrue();
        try {
            assumeThat(Files.isWritable(folder)).as("root may write anywhere").isFalse();

            assertThatExceptionOfType(BaselineException.class)
                    .isThrownBy(() -> store.change(CLASS, file -> file.with(baseline("b()"))))
                    .withMessage("baseline file [" + store.file(CLASS) + "] cannot be written"
                            + " (java.nio.file.AccessDeniedException: " + folder.resolve("." + CLASS + ".lock")
                            + "); nothing was changed. Make its folder writable, or name another one with"
                            + " -Dlongfatpipe.baseline.folder");
            assertThat(store.read(CLASS).tests()).containsExactly("a()");
        } finally {
            assertThat(folder.toFile().setWritable(true)).isTrue();
        }
    }
}
