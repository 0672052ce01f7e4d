/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.expect;

import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.Loss;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * The congestion controls whose answer to random loss is known well enough to be expected.
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public enum CongestionControl {

    /**
     * Mathis, Semke, Mahdavi and Ott, "The macroscopic behavior of the TCP congestion avoidance algorithm" (1997):
     * {@code 1.22 x MSS / (rtt x sqrt p)}. Linux measured 0.91 to 1.16 of it at ten points from 0.1 to 5 %.
     */
    RENO {
        @Override
        double averageWindow(double lossProbability, double rttSeconds) {
            return mathisWindow(lossProbability);
        }

        @Override
        String law(double lossProbability, double rttSeconds) {
            return MATHIS;
        }
    },

    /**
     * The larger of Reno's window, which CUBIC keeps to in its Reno-friendly region, and CUBIC's own response function
     * (RFC 9438, section 5.1). Linux measured 0.76 to 0.95 of it from 0.5 to 5 %, and 1.31 at 100 ms and 0.1 %.
     */
    CUBIC {
        @Override
        double averageWindow(double lossProbability, double rttSeconds) {
            return Math.max(mathisWindow(lossProbability), cubicWindow(lossProbability, rttSeconds));
        }

        @Override
        String law(double lossProbability, double rttSeconds) {
            boolean friendly = mathisWindow(lossProbability) >= cubicWindow(lossProbability, rttSeconds);
            return friendly ? MATHIS + ", CUBIC being in its Reno-friendly region" : RFC_9438;
        }
    },

    /** Paces by the delivery rate it measures: not bounded by random loss. Linux measured up to 5 % without effect. */
    BBR {
        @Override
        double averageWindow(double lossProbability, double rttSeconds) {
            return Double.POSITIVE_INFINITY;
        }

        @Override
        String law(double lossProbability, double rttSeconds) {
            return "not bounded by random loss";
        }
    };

    private static final String MATHIS = "Mathis, 1.22 x MSS / (rtt x sqrt p)";
    private static final String RFC_9438 = "RFC 9438, 1.054 x MSS / (rtt^0.25 x p^0.75)";

    /** sqrt(3/2) as the paper and everybody after it rounds it: one loss per window, no delayed acknowledgements. */
    private static final double MATHIS_CONSTANT = 1.22;

    /** C of RFC 9438, section 4.1: 0.4 segments per second cubed. */
    private static final double CUBIC_C = 0.4;

    /** beta_cubic of RFC 9438, section 4.6. */
    private static final double CUBIC_BETA = 0.7;

    private static final double NANOS_PER_SECOND = 1e9;

    /**
     * The congestion control of a name of sysctl {@code net.ipv4.tcp_congestion_control}.
     *
     * @param name {@code reno}, {@code cubic}, {@code bbr}; case does not matter
     * @throws IllegalArgumentException for any other: its answer to loss is not known here
     */
    public static CongestionControl named(String name) {
        for (CongestionControl known : values()) {
            if (known.toString().equals(name.strip().toLowerCase(Locale.ROOT))) {
                return known;
            }
        }
        throw new IllegalArgumentException(
                "congestion control [" + name + "] has no known answer to loss: write \"cubic\", \"reno\" or \"bbr\"");
    }

    /**
     * The goodput that one connection keeps up under random loss.
     *
     * @param mss payload of a full segment in bytes, above zero
     * @param rtt round trip, queueing included if there is any
     * @param loss mean loss of the data direction, per packet
     * @return empty when this congestion control is not bounded by loss, when there is none, or when the round trip is zero
     * @throws IllegalArgumentException if the MSS is not positive or the round trip is negative
     */
    public Optional<DataRate> lossCeiling(int mss, Duration rtt, Loss loss) {
        if (mss <= 0) {
            throw new IllegalArgumentException("mss [" + mss + "] is not positive: write 1448 for an MTU of 1500");
        }
        RoundTrip.require(rtt);
        double p = loss.probability();
        if (p == 0 || rtt.isZero()) {
            return Optional.empty();
        }
        double seconds = rtt.toNanos() / NANOS_PER_SECOND;
        return RoundTrip.rate(averageWindow(p, seconds) * mss * Byte.SIZE / seconds);
    }

    /** The average congestion window in segments. */
    abstract double averageWindow(double lossProbability, double rttSeconds);

    abstract String law(double lossProbability, double rttSeconds);

    String law(Duration rtt, Loss loss) {
        return law(loss.probability(), rtt.toNanos() / NANOS_PER_SECOND);
    }

    private static double mathisWindow(double p) {
        return MATHIS_CONSTANT / Math.sqrt(p);
    }

    private static double cubicWindow(double p, double rttSeconds) {
        return Math.pow(CUBIC_C * (3 + CUBIC_BETA) / (4 * (1 - CUBIC_BETA)), 0.25) * Math.pow(rttSeconds / p, 0.75);
    }

    /** The name that sysctl uses: {@code cubic}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
