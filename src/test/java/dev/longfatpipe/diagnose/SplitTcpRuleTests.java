/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import static dev.longfatpipe.diagnose.Recorded.LONG_FAT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.expect.SplitTcp;
import dev.longfatpipe.observe.SenderState;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.units.DataSize;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What is said of a transfer over a proxy that ends TCP, and what is not. */
class SplitTcpRuleTests {

    private static final RecordedFlow HALF_OF_THE_LINE = RecordedFlow.of(60_000_000);

    private static SplitTcp split(boolean lossIsRate) {
        return new SplitTcp("Toxiproxy", false, DataSize.ofKibibytes(32), DataSize.ofMebibytes(32), lossIsRate);
    }

    /** In 10 s, less 150 ms before the first byte. */
    private static Diagnosis of(RecordedFlow flow) {
        return Diagnosis.of(
                Recorded.on(LONG_FAT, 10_000).split(split(false)).flow(flow).transfer());
    }

    @Test
    void full_line_is_the_link() {
        Diagnosis diagnosis = of(RecordedFlow.of(117_000_000));

        assertThat(diagnosis.factor()).isEqualTo(LimitingFactor.LINK);
        assertThat(diagnosis.remedy()).startsWith("nothing to repair: the line is full");
    }

    @Test
    void application_that_offers_nothing_is_the_sender() {
        Diagnosis diagnosis = of(HALF_OF_THE_LINE.idle(SenderState.WAITING_FOR_DATA, 6_000));

        assertThat(diagnosis.factor()).isEqualTo(LimitingFactor.SENDER);
        assertThat(diagnosis.evidence())
                .singleElement()
                .asString()
                .startsWith("the sending application offered no bytes for ");
    }

    @Test
    void bytes_that_lie_unread_are_the_reader() {
        assertThat(of(RecordedFlow.of(60_000_000).idle(SenderState.SLOW_READER, 6_000))
                        .factor())
                .isEqualTo(LimitingFactor.SLOW_READER);
    }

    /** The windows that its sockets show are those of their way to the proxy. */
    @Test
    void window_that_was_full_is_none_of_the_path() {
        Diagnosis diagnosis = of(RecordedFlow.of(60_000_000).idle(SenderState.RECEIVE_WINDOW, 9_000));

        assertThat(diagnosis.factor()).isEqualTo(LimitingFactor.UNKNOWN);
        assertThat(diagnosis.evidence())
                .last()
                .asString()
                .isEqualTo(
                        "Toxiproxy ends TCP on both sides, so that windows, buffers and congestion control of the path"
                                + " cannot be seen on this backend");
        assertThat(diagnosis.remedy()).contains("relay, tun or netem");
    }

    @Test
    void rate_that_stands_for_loss_is_loss() {
        Diagnosis diagnosis = Diagnosis.of(Recorded.on(
                        Path.builder().rtt("100ms").rate("100mbit").loss("1%").build(), 10_000)
                .split(split(true))
                .flow(RecordedFlow.of(1_740_000))
                .transfer());

        assertThat(diagnosis.factor()).isEqualTo(LimitingFactor.LOSS);
        assertThat(diagnosis.remedy()).startsWith("nothing was lost");
    }

    @Test
    void line_that_was_cut_is_named_before_all_else() {
        Diagnosis diagnosis = Diagnosis.of(Recorded.on(LONG_FAT, 10_000)
                .split(split(false))
                .cut(Duration.ofSeconds(6))
                .flow(RecordedFlow.of(40_000_000).idle(SenderState.WAITING_FOR_DATA, 6_000))
                .transfer());

        assertThat(diagnosis.factor()).isEqualTo(LimitingFactor.LOSS);
        assertThat(diagnosis.evidence()).first().asString().startsWith("the line was cut for 6 s");
    }
}
