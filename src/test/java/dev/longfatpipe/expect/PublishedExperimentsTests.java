/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.expect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.longfatpipe.kernel.BufferSetting;
import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What kernel and expectation say together about set-ups that were published, and repeated on Linux 6.1 over netem. */
class PublishedExperimentsTests {

    private static final KernelProfile KERNEL = KernelProfile.linux61();

    @ParameterizedTest(name = "tcp_rmem {0}, SO_RCVBUF {1}: measured {2} mbit")
    @CsvSource({
        "4096 131072 33554432,   65536,  10.1, WINDOW",
        "4096 131072 33554432,    auto, 478.0, LINK",
        "4096 131072 65536,       auto,  10.3, WINDOW",
        "4096 65536 65536,        auto,   5.0, WINDOW",
        "4096 131072 65536,    4194304, 478.0, LINK",
    })
    void containers_at_500_mbit_and_50_ms(String tcpRmem, String receiveBuffer, double measured, Term binding) {
        Expectation expectation = expectation(KERNEL.with("net.ipv4.tcp_rmem", tcpRmem), "500mbit", 50, receiveBuffer);

        assertThat(expectation.goodput().orElseThrow().megabitsPerSecond()).isCloseTo(measured, withPercentage(5));
        assertThat(expectation.binding().orElseThrow().term()).isEqualTo(binding);
    }

    @ParameterizedTest(name = "{0} streams: measured {1} mbit")
    @CsvSource({"1, 5.05", "2, 10.04", "4, 20.02", "8, 40.05"})
    void streams_of_64_KiB_at_100_ms(int streams, double measured) {
        Expectation expectation = Expectation.of(path("100mbit", 100), Direction.DOWNSTREAM)
                .connections(streams)
                .window(window(KERNEL, "65536"))
                .build();

        assertThat(expectation.goodput().orElseThrow().megabitsPerSecond()).isCloseTo(measured, withPercentage(3));
    }

    @ParameterizedTest(name = "SO_RCVBUF {0} without window scaling")
    @CsvSource({"auto", "1048576", "4194304"})
    void no_window_scaling_at_100_ms(String receiveBuffer) {
        KernelProfile unscaled = KERNEL.with("net.ipv4.tcp_window_scaling", "0");

        assertThat(expectation(unscaled, "100mbit", 100, receiveBuffer).goodput())
                .contains(DataRate.ofBitsPerSecond(5_242_800));
    }

    @ParameterizedTest(name = "SO_RCVBUF {0}: measured {1} mbit")
    @CsvSource({"auto, 51.5", "524288, 102.8"})
    void a_backup_over_2_gbit_and_40_ms_with_tcp_rmem_max_of_512_KiB(String receiveBuffer, double measured) {
        KernelProfile production = KERNEL.with("net.ipv4.tcp_rmem", "4096 131072 524288");
        Expectation expectation = expectation(production, "2gbit", 40, receiveBuffer);

        assertThat(expectation.goodput().orElseThrow().megabitsPerSecond()).isCloseTo(measured, withPercentage(2));
        assertThat(expectation.binding().orElseThrow().term()).isEqualTo(Term.WINDOW);
    }

    @ParameterizedTest(name = "SO_RCVBUF {0}: measured {1} mbit")
    @CsvSource({"524288, 40.9", "1048576, 80.9", "2097152, 95.6", "4194304, 95.7"})
    void receive_buffers_at_100_mbit_and_100_ms(String receiveBuffer, double measured) {
        Expectation expectation = expectation(KERNEL, "100mbit", 100, receiveBuffer);

        assertThat(expectation.goodput().orElseThrow().megabitsPerSecond()).isCloseTo(measured, withPercentage(4));
    }

    @ParameterizedTest(name = "SO_SNDBUF {0}: measured {1} mbit")
    @CsvSource({"65536, 4.306", "1048576, 60.339"})
    void send_buffers_at_100_mbit_and_100_ms(long sendBuffer, double measured) {
        DataSize capacity = KERNEL.sendCapacity(BufferSetting.explicit(DataSize.ofBytes(sendBuffer)), 1448)
                .capacity();
        double ceiling = Expectation.of(path("100mbit", 100), Direction.DOWNSTREAM)
                .window(capacity)
                .build()
                .goodput()
                .orElseThrow()
                .megabitsPerSecond();

        assertThat(measured).isBetween(ceiling * 2 / 3, ceiling);
    }

    @Test
    void a_transfer_of_1_MB_at_200_ms_is_a_matter_of_slow_start() {
        Expectation cold = Expectation.of(path("100mbit", 200), Direction.DOWNSTREAM)
                .bytes(DataSize.parse("1MB"))
                .newConnection(true)
                .afterRequest(true)
                .build();

        assertThat(cold.binding().orElseThrow().term()).isEqualTo(Term.SLOW_START);
        assertThat(cold.completion().orElseThrow()).isCloseTo(Duration.ofMillis(1608), Duration.ofMillis(1));
    }

    private static Expectation expectation(KernelProfile kernel, String rate, long rttMillis, String receiveBuffer) {
        return Expectation.of(path(rate, rttMillis), Direction.DOWNSTREAM)
                .window(window(kernel, receiveBuffer))
                .build();
    }

    private static DataSize window(KernelProfile kernel, String receiveBuffer) {
        BufferSetting setting = receiveBuffer.equals("auto")
                ? BufferSetting.auto()
                : BufferSetting.explicit(DataSize.ofBytes(Long.parseLong(receiveBuffer)));
        return kernel.receiveWindow(setting, 1448).maximum();
    }

    private static Path path(String rate, long rttMillis) {
        return Path.of(Duration.ofMillis(rttMillis), DataRate.parse(rate));
    }
}
