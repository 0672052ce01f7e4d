/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.fidelity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.longfatpipe.kernel.BufferSetting;
import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.kernel.TcpMemory;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.path.LossModel;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScenarioTextTests {

    private static final KernelProfile BASE = KernelProfile.linux61();

    @Nested
    class Reads {

        @Test
        void every_parameter() {
            Scenario scenario = ScenarioText.parse("rtt=20ms rate=2.5 limit=100p loss=0.5% gso=on rcvbuf=65536"
                    + " sndbuf=16384 streams=4 cc=reno sender_pace=2000000B/s reader_pace=500000B/s bytes=1048576");

            assertThat(scenario.rtt()).isEqualTo(Duration.ofMillis(20));
            assertThat(scenario.rate()).contains(DataRate.parse("2.5mbit"));
            assertThat(scenario.loss()).isEqualTo(LossModel.parse("0.5%"));
            assertThat(scenario.superPackets()).isTrue();
            assertThat(scenario.receive()).isEqualTo(BufferSetting.explicit(DataSize.ofBytes(65_536)));
            assertThat(scenario.send()).isEqualTo(BufferSetting.explicit(DataSize.ofBytes(16_384)));
            assertThat(scenario.streams()).isEqualTo(4);
            assertThat(scenario.congestionControl()).isEqualTo("reno");
            assertThat(scenario.senderPace()).contains(DataRate.parse("16mbit"));
            assertThat(scenario.readerPace()).contains(DataRate.parse("4mbit"));
            assertThat(scenario.bytes()).contains(DataSize.parse("1MiB"));
        }

        @Test
        void nothing_but_an_rtt() {
            Scenario scenario = ScenarioText.parse("rtt=100ms");

            assertThat(scenario.rate()).isEmpty();
            assertThat(scenario.isLossy()).isFalse();
            assertThat(scenario.superPackets()).isFalse();
            assertThat(scenario.receive().isAuto()).isTrue();
            assertThat(scenario.send().isAuto()).isTrue();
            assertThat(scenario.streams()).isEqualTo(1);
            assertThat(scenario.congestionControl()).isEqualTo("cubic");
            assertThat(scenario.senderPace()).isEmpty();
            assertThat(scenario.bytes()).isEmpty();
            assertThat(scenario.path()).isEqualTo(Path.builder().rtt("100ms").build());
        }

        @Test
        void a_path_whose_line_queue_and_loss_lead_to_the_server_only() {
            Path path =
                    ScenarioText.parse("rtt=100ms rate=100 limit=1239p loss=1%").path();

            assertThat(path.goodputCeiling(Direction.UPSTREAM)).isPresent();
            assertThat(path.link(Direction.UPSTREAM).loss()).isEqualTo(LossModel.parse("1%"));
            assertThat(path.goodputCeiling(Direction.DOWNSTREAM)).isEmpty();
            assertThat(path.link(Direction.DOWNSTREAM).loss().isNone()).isTrue();
        }

        @ParameterizedTest(name = "{0} packets at 100 mbit and 100 ms are room for {1} bytes behind a full pipe")
        @CsvSource({"619, 312166", "1239, 1250846", "3717, 5002538", "3333, 4421162"})
        void a_queue_out_of_the_limit_of_netem(long limit, long bytes) {
            Path path = ScenarioText.parse("rtt=100ms rate=100 limit=" + limit + "p")
                    .path();

            assertThat(path.queueSize(Direction.UPSTREAM)).contains(DataSize.ofBytes(bytes));
        }

        @Test
        void a_rate_with_a_unit() {
            assertThat(ScenarioText.parse("rtt=1ms rate=2gbit").rate()).contains(DataRate.parse("2gbit"));
        }
    }

    @Nested
    class Sysctls_in_brackets {

        private TcpMemory receiveMemory(String brackets) {
            return ScenarioText.parse("rtt=1ms " + brackets)
                    .serverKernel(BASE)
                    .sysctls()
                    .tcpRmem();
        }

        @Test
        void are_the_receivers() {
            assertThat(receiveMemory("[tcp_rmem=4096 65536 65536]")).isEqualTo(new TcpMemory(4096, 65_536, 65_536));
            assertThat(ScenarioText.parse("rtt=1ms [tcp_rmem=4096 65536 65536]")
                            .clientKernel(BASE)
                            .sysctls())
                    .isEqualTo(BASE.sysctls());
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "[tcp_rmem max 524288]",
                    "[tcp_rmem max=524288]",
                    "[net.ipv4.tcp_rmem max 524288]",
                    "[TCP_RMEM max 524288 receiver only]",
                    "[tcp_rmem = 4096 131072 524288]",
                    "[a remark, tcp_rmem max 524288]"
                })
        void change_one_number_or_all_three(String brackets) {
            assertThat(receiveMemory(brackets)).isEqualTo(new TcpMemory(4096, 131_072, 524_288));
        }

        @Test
        void change_the_first_numbers_as_well() {
            assertThat(receiveMemory("[tcp_rmem default 87380; tcp_rmem min 1024]"))
                    .isEqualTo(new TcpMemory(1024, 87_380, 33_554_432));
        }

        @ParameterizedTest
        @CsvSource({
            "[window_scaling=0 both], false, false",
            "[window_scaling=0 server only], true, false",
            "[window_scaling=0 client only], false, true",
            "[net.ipv4.tcp_window_scaling=0], true, false"
        })
        void are_for_the_ends_that_they_name(String brackets, boolean client, boolean server) {
            Scenario scenario = ScenarioText.parse("rtt=1ms " + brackets);

            assertThat(scenario.clientKernel(BASE).sysctls().windowScaling()).isEqualTo(client);
            assertThat(scenario.serverKernel(BASE).sysctls().windowScaling()).isEqualTo(server);
            assertThat(scenario.hasWindowScaling(BASE)).isFalse();
        }

        @Test
        void are_the_senders_where_only_a_sender_has_a_use_for_them() {
            Scenario scenario = ScenarioText.parse("rtt=1ms [tcp_wmem=4096 16384 65536, wmem_max=212992]");

            assertThat(scenario.clientKernel(BASE).sysctls().tcpWmem()).isEqualTo(new TcpMemory(4096, 16_384, 65_536));
            assertThat(scenario.clientKernel(BASE).sysctls().wmemMax()).isEqualTo(212_992);
            assertThat(scenario.serverKernel(BASE).sysctls()).isEqualTo(BASE.sysctls());
        }

        @ParameterizedTest
        @ValueSource(strings = {"[queue=0.25BDP, middle router]", "[]", "[measured twice]", "[rwnd = 3]", "[tcp_x]"})
        void may_be_remarks(String brackets) {
            assertThat(ScenarioText.parse("rtt=1ms " + brackets).overrides()).isEmpty();
        }

        @Test
        void are_refused_when_no_kernel_profile_has_them() {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ScenarioText.parse("rtt=1ms [tcp_timestamps=0 both]"))
                    .withMessage("[tcp_timestamps=0 both] sets a sysctl that no kernel profile has");
        }

        @Test
        void are_refused_when_their_value_is_none() {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ScenarioText.parse("rtt=1ms [window_scaling=maybe]"))
                    .withMessageContaining("maybe");
        }
    }

    @Nested
    class Refuses {

        @ParameterizedTest(name = "{0}: {1}")
        @CsvSource(
                delimiter = '|',
                value = {
                    "rate=100 | there is no rtt",
                    "rtt=1ms wtf=1 | parameter [wtf=1] is unknown",
                    "rtt=1ms whatever | parameter [whatever] is unknown",
                    "rtt=1ms rtt=2ms | parameter [rtt] is given twice",
                    "rtt=1ms [open | parameter [[] is unknown",
                    "rtt=1ms gso=maybe | gso [maybe] is neither on nor off",
                    "rtt=1ms rcvbuf=64K | rcvbuf [64K] is no whole number above 0",
                    "rtt=1ms rcvbuf=4294967296 | rcvbuf [4294967296] is more than setsockopt takes",
                    "rtt=1ms sndbuf=0 | sndbuf [0] is no whole number above 0",
                    "rtt=1ms streams=-1 | streams [-1] is no whole number above 0",
                    "rtt=1ms streams=10001 | streams [10001] is more than 10000",
                    "rtt=1ms rate=1 limit=x | limit [x] is no whole number above 0",
                    "rtt=1ms bytes=many | bytes [many] is no whole number above 0",
                    "rtt=100ms rate=100 limit=100p | limit [100p] is less than the delay line of 625000 bytes holds, so that"
                            + " the limit, not the rate, is the line",
                })
        void what_it_does_not_understand(String parameters, String message) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ScenarioText.parse(parameters))
                    .withMessage(message);
        }

        @ParameterizedTest
        @ValueSource(strings = {"rtt=100", "rtt=1ms rate=fast", "rtt=1ms loss=1", "rtt=1ms sender_pace=5", "rtt=-1ms"})
        void quantities_in_the_words_of_their_units(String parameters) {
            assertThatIllegalArgumentException().isThrownBy(() -> ScenarioText.parse(parameters));
        }
    }

    @Test
    void a_transfer_without_bytes_has_none() {
        assertThat(ScenarioText.parse("rtt=1ms bytes=none").bytes()).isEqualTo(Optional.empty());
    }
}
