/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.toxiproxy;

import static dev.longfatpipe.assertj.PipeAssertions.assertThat;
import static dev.longfatpipe.backend.toxiproxy.OnDemandServer.download;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.longfatpipe.BackendIncapableException;
import dev.longfatpipe.Pipe;
import dev.longfatpipe.PipeBuilder;
import dev.longfatpipe.Pipes;
import dev.longfatpipe.diagnose.Assessment;
import dev.longfatpipe.diagnose.LimitingFactor;
import dev.longfatpipe.observe.Transfer;
import dev.longfatpipe.path.LossTreatment;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.path.PathBuilder;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** On the server that the settings name, or in a container. */
@Tag("toxiproxy")
@Isolated("measures, and counts what is left on the server")
@Timeout(120)
class ToxiproxyPipeTests {

    private static final int PIPES = 100;

    private OnDemandServer server;

    @BeforeEach
    void startServer() throws IOException {
        server = OnDemandServer.start();
    }

    @AfterEach
    void stopServer() throws IOException {
        server.close();
    }

    private static PathBuilder path() {
        return Path.builder().rtt("40ms").rate("20mbit");
    }

    private static PipeBuilder on(PathBuilder path) {
        return Pipes.builder(path.build()).backend(ToxiproxyBackend.NAME);
    }

    @Test
    void download_is_measured_to_the_byte() throws Exception {
        try (Pipe pipe = on(path()).open()) {
            InetSocketAddress address = pipe.to(server.address());
            Transfer transfer = pipe.measure(() -> download(address, 1_000_000));

            assertThat(transfer.bytes().bytes()).isEqualTo(1_000_000);
            assertThat(pipe.description().splitTcp()).isPresent();
        }
    }

    @Test
    void assertions_on_windows_are_refused() throws Exception {
        try (Pipe pipe = on(path()).open()) {
            InetSocketAddress address = pipe.to(server.address());
            Transfer transfer = pipe.measure(() -> download(address, 100_000));

            assertThatThrownBy(() -> assertThat(transfer).isNotLimitedBy(LimitingFactor.SEND_BUFFER))
                    .isInstanceOf(BackendIncapableException.class)
                    // the other ones are those of the tests
                    .hasMessageMatching(
                            "an assertion on SEND_BUFFER cannot be honoured by backend \\[toxiproxy\\]: use backend"
                                    + " .*netem, .*relay, .*tun");
            assertThatThrownBy(() -> assertThat(pipe).hasNoConnectionLimitedBy(LimitingFactor.RECEIVE_WINDOW))
                    .isInstanceOf(BackendIncapableException.class);
        }
    }

    @Test
    void loss_queue_and_jitter_are_refused() {
        for (PathBuilder path : List.of(path().loss("1%"), path().queue("64KiB"), path().jitter("2ms"))) {
            assertThatThrownBy(() -> on(path).open())
                    .isInstanceOf(BackendIncapableException.class)
                    .hasMessageContaining("cannot be honoured by backend [toxiproxy]: use backend");
        }
    }

    @Test
    void loss_as_a_rate_cap_is_said_wherever_the_transfer_is_spoken_of() throws Exception {
        try (Pipe pipe = on(Path.builder().rtt("40ms").rate("20mbit").loss("1%"))
                .lossAs(LossTreatment.MATHIS_RATE_CAP)
                .open()) {
            InetSocketAddress address = pipe.to(server.address());
            Transfer transfer = pipe.measure(() -> download(address, 600_000));

            assertThat(Assessment.of(transfer).line()).contains("loss 1% (loss as a rate cap)");
            assertThat(transfer.warnings())
                    .anyMatch(
                            warning -> warning.startsWith(
                                    "no packet is lost on this pipe: lossAs = MATHIS_RATE_CAP has made loss 1% of downstream a cap"));
            assertThat(transfer.goodput().bitsPerSecond()).isLessThan(3_700_000);
        }
    }

    @Test
    void several_connections_on_a_line_with_a_rate_are_refused_unless_each_is_meant_to_have_one() throws Exception {
        Callable<Void> both = () -> {
            try (Pipe pipe = on(path()).open()) {
                InetSocketAddress address = pipe.to(server.address());
                pipe.measure(() -> atOnce(2, () -> download(address, 3_000_000)));
            }
            return null;
        };
        assertThatThrownBy(both::call)
                .isInstanceOf(BackendIncapableException.class)
                .hasMessage(
                        "2 connections at the same time on a pipe with a rate cannot be honoured by backend [toxiproxy]:"
                                + " each of them has the whole rate, and together they had up to 2 times as much. Write"
                                + " perConnectionRate = true if that is what you want, or use backend netem, relay, tun, where they"
                                + " share one line");

        try (Pipe pipe = on(path()).perConnectionRate(true).open()) {
            InetSocketAddress address = pipe.to(server.address());
            Transfer transfer = pipe.measure(() -> atOnce(2, () -> download(address, 3_000_000)));
            Assessment assessment = Assessment.of(transfer);
            assertThat(transfer.bytes().bytes()).isEqualTo(6_000_000);
            assertThat(assessment.expectation().goodput().orElseThrow().bitsPerSecond())
                    .isBetween(20_000_000L, 38_300_000L);
        }
    }

    @Test
    void cut_ends_connections_and_restore_accepts_new_ones() throws Exception {
        try (Pipe pipe = on(path()).open()) {
            InetSocketAddress address = pipe.to(server.address());
            try (Socket socket = new Socket()) {
                socket.connect(address, 5_000);
                socket.setSoTimeout(5_000);
                pipe.cut();
                assertThat(ends(socket)).isTrue();
            }
            assertThatThrownBy(() -> download(address, 1)).isInstanceOf(IOException.class);
            pipe.restore();

            assertThat(download(address, 1_000)).isEqualTo(1_000);
            assertThat(pipe.warnings())
                    .anyMatch(warning -> warning.startsWith("Toxiproxy takes no line down without a word"));
        }
    }

    private static boolean ends(Socket socket) {
        try {
            return socket.getInputStream().read() < 0;
        } catch (IOException e) {
            return String.valueOf(e.getMessage()).contains("reset");
        }
    }

    @Test
    void hundred_pipes_are_open_at_once_on_one_server_and_none_is_left() throws Exception {
        List<Callable<Long>> works = new ArrayList<>();
        for (int i = 0; i < PIPES; i++) {
            works.add(() -> {
                try (Pipe pipe = on(Path.builder().rtt("20ms").rate("10mbit")).open()) {
                    return download(pipe.to(server.address()), 20_000);
                }
            });
        }

        assertThat(atOnce(works)).hasSize(PIPES).containsOnly(20_000L);
        assertThat(ToxiproxyServers.of(ToxiproxySettings.read()).api().names("longfatpipe-"))
                .isEmpty();
    }

    private static void atOnce(int count, Callable<Long> work) throws Exception {
        List<Callable<Long>> works = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            works.add(work);
        }
        atOnce(works);
    }

    private static List<Long> atOnce(List<Callable<Long>> works) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(works.size());
        try {
            List<Long> results = new ArrayList<>();
            for (Future<Long> result : threads.invokeAll(works, 100, TimeUnit.SECONDS)) {
                results.add(result.get());
            }
            return results;
        } finally {
            threads.shutdownNow();
        }
    }
}
