/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.path;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import dev.longfatpipe.units.Loss;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.apiguardian.api.API;

/**
 * How a direction of a path loses packets; a packet is one MTU.
 *
 * <p>All of them are immutable; {@link #parse(String)} and {@code toString()} round-trip exactly.
 *
 * @since 0.1
 */
@API(status = EXPERIMENTAL, since = "0.1")
public sealed interface LossModel {

    /** No packet is lost. */
    static LossModel none() {
        return new None();
    }

    /** Every packet is lost with the same probability, whatever happened to the others; {@link #none()} if that is 0. */
    static LossModel independent(Loss loss) {
        return loss.isZero() ? none() : new Independent(loss);
    }

    /** Bursts of loss, see {@link GilbertElliott}. */
    static LossModel gilbertElliott(Loss goodToBad, Loss badToGood, Loss lossInBad, Loss lossInGood) {
        return new GilbertElliott(goodToBad, badToGood, lossInBad, lossInGood);
    }

    /**
     * Reads a loss model: {@code 0.1%} for independent loss, {@code none}, or
     * {@code gilbert-elliott p=1% r=25% 1-h=100% 1-k=0%}.
     *
     * <p>{@code p} and {@code r} are the probabilities of entering and of leaving the bad state; {@code 1-h} is the loss in
     * the bad state (default 100 %) and {@code 1-k} that in the good state (default 0 %), named as in {@code tc-netem(8)}.
     * {@code h=} and {@code k=} give the same as the share that is <em>delivered</em> in the bad and the good state.
     *
     * @throws IllegalArgumentException if the text is none of these; the message says what to write instead
     */
    static LossModel parse(String text) {
        return parse("loss", text);
    }

    /**
     * Reads a loss model as {@link #parse(String)} does.
     *
     * @param subject what the loss is of, for the error message
     */
    static LossModel parse(String subject, String text) {
        return LossText.parse(subject, text);
    }

    /** The share of packets lost in the long run, rounded half up to a part per billion. */
    Loss meanLoss();

    /** Whether no packet is ever lost. */
    default boolean isNone() {
        return meanLoss().isZero();
    }

    /**
     * No packet is lost.
     *
     * @since 0.1
     */
    @API(status = EXPERIMENTAL, since = "0.1")
    record None() implements LossModel {
        @Override
        public Loss meanLoss() {
            return Loss.NONE;
        }

        @Override
        public String toString() {
            return "none";
        }
    }

    /**
     * Every packet is lost with the same probability.
     *
     * @param loss the probability, above 0 and below 100 %
     * @since 0.1
     */
    @API(status = EXPERIMENTAL, since = "0.1")
    record Independent(Loss loss) implements LossModel {

        /** @throws IllegalArgumentException if the loss is 0, which is {@link None}, or 100 % */
        public Independent {
            if (loss.isZero()) {
                throw Refusal.of("loss", loss, "loses nothing: use LossModel.none()");
            }
            if (loss.equals(Loss.ALL)) {
                throw Refusal.of("loss", loss, "lets no packet through: write less than 100 %, e.g. \"1%\"");
            }
        }

        @Override
        public Loss meanLoss() {
            return loss;
        }

        @Override
        public String toString() {
            return loss.toString();
        }
    }

    /**
     * Loss in bursts: a two-state Markov chain that moves once per packet (E. N. Gilbert, "Capacity of a burst-noise
     * channel", 1960; E. O. Elliott, 1963; {@code loss gemodel} of {@code tc-netem(8)}).
     *
     * <p>The chain starts in the good state; the state decides with which probability a packet is lost. The bad state lasts
     * {@code 1 / badToGood} packets on average. Whether a packet is judged before or after the move of its turn is the
     * backend's affair: it shifts the pattern by one packet and changes nothing else.
     *
     * @param goodToBad probability of going from good to bad, netem's {@code p}
     * @param badToGood probability of going from bad to good, netem's {@code r}, above 0 if the bad state can be entered
     * @param lossInBad loss in the bad state, netem's {@code 1-h}
     * @param lossInGood loss in the good state, netem's {@code 1-k}
     * @since 0.1
     */
    @API(status = EXPERIMENTAL, since = "0.1")
    record GilbertElliott(Loss goodToBad, Loss badToGood, Loss lossInBad, Loss lossInGood) implements LossModel {

        /** @throws IllegalArgumentException if the bad state is never left, or no packet gets through */
        public GilbertElliott {
            if (badToGood.isZero() && !goodToBad.isZero()) {
                throw Refusal.of("r", badToGood, "never leaves the bad state: write more than 0 %, e.g. \"25%\"");
            }
            if (mean(goodToBad, badToGood, lossInBad, lossInGood).equals(Loss.ALL)) {
                throw Refusal.of(
                        "gilbert-elliott",
                        text(goodToBad, badToGood, lossInBad, lossInGood),
                        "lets no packet through: write less than 100 % of loss in one of the states");
            }
        }

        /** The loss of both states, weighted by the share of packets that find the chain in each: p / (p + r) for bad. */
        @Override
        public Loss meanLoss() {
            return mean(goodToBad, badToGood, lossInBad, lossInGood);
        }

        private static Loss mean(Loss goodToBad, Loss badToGood, Loss lossInBad, Loss lossInGood) {
            BigDecimal p = BigDecimal.valueOf(goodToBad.partsPerBillion());
            BigDecimal r = BigDecimal.valueOf(badToGood.partsPerBillion());
            if (p.signum() == 0) {
                return lossInGood;
            }
            BigDecimal lost = p.multiply(BigDecimal.valueOf(lossInBad.partsPerBillion()))
                    .add(r.multiply(BigDecimal.valueOf(lossInGood.partsPerBillion())));
            return new Loss(lost.divide(p.add(r), 0, RoundingMode.HALF_UP).longValueExact());
        }

        @Override
        public String toString() {
            return "gilbert-elliott " + text(goodToBad, badToGood, lossInBad, lossInGood);
        }

        private static String text(Loss goodToBad, Loss badToGood, Loss lossInBad, Loss lossInGood) {
            String bad = lossInBad.equals(Loss.ALL) ? "" : " 1-h=" + lossInBad;
            String good = lossInGood.isZero() ? "" : " 1-k=" + lossInGood;
            return "p=" + goodToBad + " r=" + badToGood + bad + good;
        }
    }
}
