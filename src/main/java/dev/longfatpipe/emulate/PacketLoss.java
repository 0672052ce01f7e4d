/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.emulate;

import dev.longfatpipe.path.LossModel;
import java.util.SplittableRandom;

/**
 * Draws which packets the path loses. The same seed draws the same packets. Not thread-safe.
 */
interface PacketLoss {

    /** Returns whether the next packet is lost. */
    boolean nextIsLost();

    /** Returns whether any packet can ever be lost. */
    default boolean isPossible() {
        return true;
    }

    /** Makes the process for a model. */
    static PacketLoss of(LossModel model, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        if (model instanceof LossModel.Independent independent) {
            return new IndependentLoss(independent.loss().probability(), random);
        }
        if (model instanceof LossModel.GilbertElliott burst) {
            return new BurstLoss(burst, random);
        }
        return new NoLoss();
    }

    /** Loses nothing. */
    final class NoLoss implements PacketLoss {
        @Override
        public boolean nextIsLost() {
            return false;
        }

        @Override
        public boolean isPossible() {
            return false;
        }
    }

    /** Loses each packet with one probability, whatever happened to the others (Bernoulli). */
    final class IndependentLoss implements PacketLoss {
        private final double probability;
        private final SplittableRandom random;

        IndependentLoss(double probability, SplittableRandom random) {
            this.probability = probability;
            this.random = random;
        }

        @Override
        public boolean nextIsLost() {
            return random.nextDouble() < probability;
        }
    }

    /** Two-state Markov chain of Gilbert and Elliott: state change first, then the loss drawn in the new state. */
    final class BurstLoss implements PacketLoss {
        private final LossModel.GilbertElliott model;
        private final SplittableRandom random;
        private boolean bad;

        BurstLoss(LossModel.GilbertElliott model, SplittableRandom random) {
            this.model = model;
            this.random = random;
        }

        @Override
        public boolean nextIsLost() {
            double change = (bad ? model.badToGood() : model.goodToBad()).probability();
            if (random.nextDouble() < change) {
                bad = !bad;
            }
            return random.nextDouble() < (bad ? model.lossInBad() : model.lossInGood()).probability();
        }
    }
}
