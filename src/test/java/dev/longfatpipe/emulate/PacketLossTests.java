/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.emulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.longfatpipe.path.LossModel;
import dev.longfatpipe.units.Loss;
import java.util.BitSet;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PacketLossTests {

    private static final int PACKETS = 1_000_000;

    private static BitSet losses(LossModel model, long seed, int packets) {
        PacketLoss loss = PacketLoss.of(model, seed);
        BitSet lost = new BitSet();
        for (int i = 0; i < packets; i++) {
            lost.set(i, loss.nextIsLost());
        }
        return lost;
    }

    @Test
    void without_loss_nothing_is_lost_or_can_be() {
        assertThat(PacketLoss.of(LossModel.none(), 1).isPossible()).isFalse();
        assertThat(losses(LossModel.none(), 1, 1_000).isEmpty()).isTrue();
    }

    @Test
    void losing_nearly_everything_loses_nearly_everything() {
        LossModel all = LossModel.independent(Loss.ofPercent("99.9999999"));
        assertThat(PacketLoss.of(all, 1).isPossible()).isTrue();
        assertThat(losses(all, 1, 1_000).cardinality()).isEqualTo(1_000);
    }

    @Nested
    class Independent {

        @ParameterizedTest
        @CsvSource({"0.001, 1", "0.1, 1", "0.1, 77", "1, 1", "1, 4711", "5, 1", "50, 1"})
        void as_many_are_lost_as_the_binomial_distribution_allows(String percent, long seed) {
            Loss loss = Loss.ofPercent(percent);
            double p = loss.probability();
            double deviation = Math.sqrt(PACKETS * p * (1 - p));
            assertThat((double)
                            losses(LossModel.independent(loss), seed, PACKETS).cardinality())
                    .isCloseTo(PACKETS * p, within(4 * deviation));
        }

        @Test
        void the_same_seed_loses_the_same_packets() {
            LossModel one = LossModel.independent(Loss.ofPercent("1"));
            assertThat(losses(one, 42, 100_000)).isEqualTo(losses(one, 42, 100_000));
        }

        @Test
        void another_seed_loses_others() {
            LossModel one = LossModel.independent(Loss.ofPercent("1"));
            assertThat(losses(one, 42, 100_000)).isNotEqualTo(losses(one, 43, 100_000));
        }

        @Test
        void a_loss_says_nothing_about_the_next_packet() {
            BitSet lost = losses(LossModel.independent(Loss.ofPercent("10")), 1, PACKETS);
            int pairs = 0;
            for (int i = lost.nextSetBit(0); i >= 0; i = lost.nextSetBit(i + 1)) {
                pairs += lost.get(i + 1) ? 1 : 0;
            }
            // 1 % of a million, standard deviation about 100
            assertThat(pairs).isBetween(9_500, 10_500);
        }
    }

    @Nested
    class Bursts {

        private final LossModel gilbert = LossModel.gilbertElliott(
                Loss.ofPercent("1"), Loss.ofPercent("25"), Loss.ofPercent("100"), Loss.ofPercent("0"));

        @ParameterizedTest
        @ValueSource(longs = {1, 2, 3})
        void the_mean_length_of_a_burst_is_one_over_the_chance_to_leave_it(long seed) {
            BitSet lost = losses(gilbert, seed, PACKETS);
            int bursts = 0;
            for (int from = lost.nextSetBit(0); from >= 0; from = lost.nextSetBit(lost.nextClearBit(from))) {
                bursts++;
            }
            assertThat((double) lost.cardinality() / bursts).isCloseTo(4.0, within(0.15));
        }

        @ParameterizedTest
        @ValueSource(longs = {1, 2, 3})
        void the_mean_loss_is_that_of_the_model(long seed) {
            double mean = (double) losses(gilbert, seed, PACKETS).cardinality() / PACKETS;
            assertThat(gilbert.meanLoss().probability()).isCloseTo(1.0 / 26, within(1e-6));
            assertThat(mean).isCloseTo(1.0 / 26, within(0.002));
        }

        @Test
        void both_states_have_their_own_loss() {
            LossModel model = LossModel.gilbertElliott(
                    Loss.ofPercent("10"), Loss.ofPercent("10"), Loss.ofPercent("50"), Loss.ofPercent("10"));
            double mean = (double) losses(model, 1, PACKETS).cardinality() / PACKETS;
            assertThat(mean).isCloseTo(0.3, within(0.01));
        }

        @Test
        void the_same_seed_loses_the_same_packets() {
            assertThat(losses(gilbert, 9, 100_000)).isEqualTo(losses(gilbert, 9, 100_000));
            assertThat(losses(gilbert, 9, 100_000)).isNotEqualTo(losses(gilbert, 10, 100_000));
        }
    }
}
