/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.emulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

@DisabledOnOs(OS.WINDOWS)
@Timeout(30)
class SystemProgramTests {

    @Test
    void reads_its_input_and_is_asked_for_its_output_and_status() throws IOException {
        assertThat(SystemProgram.run("one\ntwo\n", List.of("cat")))
                .isEqualTo(new SystemProgram.Result(0, "one\ntwo\n"));
        SystemProgram.Result failed = SystemProgram.run("", List.of("sh", "-c", "echo out; echo err >&2; exit 3"));
        assertThat(failed.status()).isEqualTo(3);
        assertThat(failed.text().lines()).containsExactlyInAnyOrder("out", "err");
    }

    @Test
    void that_is_not_there_is_told_from_one_that_fails() {
        assertThatThrownBy(() -> SystemProgram.run("", List.of("no-such-program")))
                .isInstanceOf(SystemProgram.NotStarted.class)
                .hasMessageContaining("no-such-program");
    }

    @Test
    void runs_to_its_end_when_its_thread_is_interrupted_which_is_interrupted_afterwards() throws IOException {
        Thread.currentThread().interrupt();
        try {
            assertThat(SystemProgram.run("", List.of("sh", "-c", "sleep 0.1; echo done")))
                    .isEqualTo(new SystemProgram.Result(0, "done\n"));
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    /** As tests do that start blocking servers by CompletableFuture. */
    @Test
    void needs_no_thread_of_the_common_pool() throws IOException {
        CountDownLatch done = new CountDownLatch(1);
        int all = Math.max(1, ForkJoinPool.getCommonPoolParallelism()) + 1;
        List<CompletableFuture<Void>> blocked = IntStream.range(0, all)
                .mapToObj(i -> CompletableFuture.runAsync(() -> await(done)))
                .toList();
        try {
            assertThat(SystemProgram.run("", List.of("echo", "done")).text()).isEqualTo("done\n");
        } finally {
            done.countDown();
            blocked.forEach(CompletableFuture::join);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
