/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.report;

import static dev.longfatpipe.assertj.PipeAssertions.assertThat;
import static dev.longfatpipe.assertj.PipeAssertions.percent;

import dev.longfatpipe.Pipe;
import dev.longfatpipe.junit.LongFatPipe;
import dev.longfatpipe.junit.PipeName;
import dev.longfatpipe.observe.Transfer;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DurationText;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Twenty tests on the relay, for the report that the browser looks at; some of them fail, and are meant to. */
class TwentyPaths {

    private static final Bulk SERVER = Bulk.start();
    private static final Bulk.Client PLAIN = Bulk.Client.PLAIN;
    private static final long BYTES = 3_000_000;

    @LongFatPipe(rtt = "60ms", rate = "40mbit", kernel = "linux-6.1")
    static class ReplicationTest {

        @Test
        void downloads_at_the_speed_of_the_line(Pipe pipe) throws Exception {
            InetSocketAddress origin = pipe.to(SERVER.address());
            Transfer transfer = pipe.measure(() -> PLAIN.download(origin, 2 * BYTES));
            assertThat(transfer).reachesAtLeast(percent(60)).ofTheExpectation();
        }

        @Test
        void uploads_at_the_speed_of_the_line(Pipe pipe) throws Exception {
            InetSocketAddress origin = pipe.to(SERVER.address());
            Transfer transfer = pipe.measure(() -> PLAIN.upload(origin, 2 * BYTES));
            assertThat(transfer).reachesAtLeast(percent(60)).ofTheExpectation();
        }

        @Test
        void has_too_small_a_receive_buffer(Pipe pipe) throws Exception {
            InetSocketAddress origin = pipe.to(SERVER.address());
            Bulk.Client client = new Bulk.Client(65_536, 0, Duration.ZERO, Duration.ZERO);
            Transfer transfer = pipe.measure(() -> client.download(origin, BYTES));
            assertThat(transfer).reachesAtLeast(percent(80)).ofTheExpectation();
        }

        @Test
        void has_too_small_a_send_buffer(Pipe pipe) throws Exception {
            InetSocketAddress origin = pipe.to(SERVER.address());
            Bulk.Client client = new Bulk.Client(0, 32_768, Duration.ZERO, Duration.ZERO);
            Transfer transfer = pipe.measure(() -> client.upload(origin, BYTES));
            assertThat(transfer).reachesAtLeast(percent(80)).ofTheExpectation();
        }

        @Test
        void reads_slowly(Pipe pipe) throws Exception {
            InetSocketAddress origin = pipe.to(SERVER.address());
            Bulk.Client client = new Bulk.Client(131_072, 0, Duration.ofMillis(12), Duration.ZERO);
            pipe.measure(() -> client.download(origin, BYTES));
        }

        @Test
        void thinks_between_the_chunks(Pipe pipe) throws Exception {
            InetSocketAddress origin = pipe.to(SERVER.address());
            Bulk.Client client = new Bulk.Client(0, 0, Duration.ZERO, Duration.ofMillis(10));
            pipe.measure(() -> client.download(origin, BYTES));
        }

        @Test
        void shares_the_line_between_eight_connections(Pipe pipe) throws Exception {
            InetSocketAddress origin = pipe.to(SERVER.address());
            pipe.measure(() -> {
                List<Thread> threads = new ArrayList<>();
                for (int i = 0; i < 8; i++) {
                    threads.add(new Thread(() -> download(origin, BYTES / 4)));
                }
                threads.forEach(Thread::start);
                for (Thread thread : threads) {
                    thread.join();
                }
            });
        }

        private static void download(InetSocketAddress origin, long bytes) {
            try {
                PLAIN.download(origin, bytes);
            } catch (java.io.IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }

        @ParameterizedTest(name = "{0}")
        @ValueSource(
                strings = {"</script><script>document.title='owned'</script>", "<img src=x onerror=alert(1)> & \"é😀\""
                })
        void has_a_hostile_name(String name, Pipe pipe) throws Exception {
            InetSocketAddress origin = pipe.to(SERVER.address());
            pipe.measure(() -> PLAIN.download(origin, BYTES / 4));
        }
    }

    @LongFatPipe(rtt = "40ms", rate = "20mbit", loss = "1%", kernel = "linux-6.1", seed = 5)
    static class LossyTest {

        @Test
        void loses_one_packet_of_a_hundred(Pipe pipe) throws Exception {
            InetSocketAddress origin = pipe.to(SERVER.address());
            pipe.measure(() -> PLAIN.download(origin, BYTES));
        }
    }

    @LongFatPipe(name = "near", rtt = "5ms", rate = "40mbit", kernel = "linux-6.1")
    @LongFatPipe(name = "far", rtt = "120ms", rate = "40mbit", kernel = "linux-6.1")
    static class FailoverTest {

        @Test
        void moves_to_the_other_site(@PipeName("near") Pipe near, @PipeName("far") Pipe far) throws Exception {
            InetSocketAddress first = near.to(SERVER.address());
            InetSocketAddress second = far.to(SERVER.address());
            near.measure(() -> PLAIN.download(first, BYTES));
            far.measure(() -> PLAIN.download(second, BYTES));
        }
    }

    @LongFatPipe(rtt = "10ms", rate = "80mbit", kernel = "linux-6.1")
    static class SweepTest {

        @ParameterizedTest(name = "rtt {0}, rate {1}")
        @CsvSource({
            "10ms, 5mbit", "40ms, 5mbit", "120ms, 5mbit",
            "10ms, 20mbit", "40ms, 20mbit", "120ms, 20mbit",
            "10ms, 80mbit", "40ms, 80mbit", "120ms, 80mbit"
        })
        void downloads_with_a_buffer_of_128_kib(String rtt, String rate, Pipe pipe) throws Exception {
            DataRate line = DataRate.parse(rate);
            pipe.change(Path.of(DurationText.parse(rtt), line));
            InetSocketAddress origin = pipe.to(SERVER.address());
            Bulk.Client client = new Bulk.Client(131_072, 0, Duration.ZERO, Duration.ZERO);
            pipe.measure(() ->
                    client.download(origin, line.bytesIn(Duration.ofMillis(700)).bytes()));
        }
    }
}
