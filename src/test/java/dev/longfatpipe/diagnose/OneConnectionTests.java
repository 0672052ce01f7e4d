/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import static dev.longfatpipe.diagnose.Recorded.LONG_FAT;
import static dev.longfatpipe.diagnose.RecordedFlow.explicit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.observe.SenderState;
import dev.longfatpipe.observe.Transfer;
import dev.longfatpipe.path.Direction;
import org.junit.jupiter.api.Test;

class OneConnectionTests {

    private static final RecordedFlow NARROW = RecordedFlow.of(6_250_000)
            .idle(SenderState.HANDSHAKE, 150)
            .spent(SenderState.RECEIVE_WINDOW, 9_800, 9_000)
            .receiver(explicit(65_536), 64_088);
    private static final RecordedFlow STARVED = RecordedFlow.of(3_000_000)
            .idle(SenderState.HANDSHAKE, 150)
            .spent(SenderState.WAITING_FOR_DATA, 9_800, 9_000);

    @Test
    void is_judged_by_itself() {
        Transfer transfer =
                Recorded.on(LONG_FAT, 10_000).flow(NARROW).flow(STARVED).transfer();

        assertThat(Diagnosis.of(transfer, transfer.connections().get(0)).factor())
                .isEqualTo(LimitingFactor.RECEIVE_WINDOW);
        assertThat(Diagnosis.of(transfer, transfer.connections().get(1)).factor())
                .isEqualTo(LimitingFactor.SENDER);
    }

    @Test
    void shares_the_path_with_the_others() {
        Transfer transfer =
                Recorded.on(LONG_FAT, 10_000).flow(NARROW).flow(STARVED).transfer();

        assertThat(Diagnosis.of(transfer, transfer.connections().get(0)).remedy())
                .contains("or set it to >= 1.25 MB (2 BDP shared by 2 connections) BEFORE connect()");
    }

    @Test
    void is_judged_in_the_direction_in_which_it_carried_more() {
        Transfer transfer = Recorded.on(LONG_FAT, 10_000)
                .flow(RecordedFlow.of(50).request(100).idle(SenderState.RECEIVE_WINDOW, 9_000))
                .transfer();

        assertThat(transfer.direction()).isEqualTo(Direction.UPSTREAM);
        assertThat(Diagnosis.of(transfer, transfer.connections().get(0)).factor())
                .isEqualTo(LimitingFactor.UNKNOWN);
    }

    @Test
    void that_carried_a_trifle_does_not_decide_for_all() {
        Transfer transfer = Recorded.on(LONG_FAT, 10_000)
                .flow(NARROW)
                .flows(3, RecordedFlow.of(600_000).idle(SenderState.WAITING_FOR_DATA, 9_500))
                .transfer();

        assertThat(Diagnosis.of(transfer).factor()).isEqualTo(LimitingFactor.RECEIVE_WINDOW);
    }
}
