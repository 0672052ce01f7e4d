/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.fidelity;

import dev.longfatpipe.diagnose.LimitingFactor;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/**
 * What a scenario made of a pipe.
 *
 * @param goodputMbit bytes read by the receiving application
 * @param rttMillis median of the smoothed rtt while it ran; NaN when there was none
 * @param millis time to the last byte of a finite transfer, without the handshake
 * @param connectMillis how long connect() took while nothing else was under way; NaN when that was not measured
 * @param resent share of the segments that were sent again
 * @param diagnosed what the library says was the limit
 * @param complaint why the machine could not hold the path up, if it could not
 * @param runs how many runs it is of
 */
record Measurement(
        double goodputMbit,
        double rttMillis,
        OptionalDouble millis,
        double connectMillis,
        double resent,
        LimitingFactor diagnosed,
        Optional<String> complaint,
        int runs) {

    /** The mean goodput, the median of the times, and the diagnosis of most of them. */
    static Measurement of(List<Measurement> runs) {
        List<Measurement> complaining =
                runs.stream().filter(run -> run.complaint().isPresent()).toList();
        DoubleStream millis = runs.stream()
                .map(Measurement::millis)
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble);
        double time = median(millis);
        return new Measurement(
                runs.stream().mapToDouble(Measurement::goodputMbit).average().orElse(0),
                median(runs.stream().mapToDouble(Measurement::rttMillis)),
                Double.isNaN(time) ? OptionalDouble.empty() : OptionalDouble.of(time),
                median(runs.stream().mapToDouble(Measurement::connectMillis)),
                runs.stream().mapToDouble(Measurement::resent).average().orElse(0),
                mostFrequent(runs),
                complaining.size() * 2 > runs.size() ? complaining.get(0).complaint() : Optional.empty(),
                runs.stream().mapToInt(Measurement::runs).sum());
    }

    Measurement withConnectMillis(double connecting) {
        return new Measurement(goodputMbit, rttMillis, millis, connecting, resent, diagnosed, complaint, runs);
    }

    private static LimitingFactor mostFrequent(List<Measurement> runs) {
        Map<LimitingFactor, Integer> counts = new EnumMap<>(LimitingFactor.class);
        runs.forEach(run -> counts.merge(run.diagnosed(), 1, Integer::sum));
        return counts.entrySet().stream()
                .max(Comparator.comparingInt(Map.Entry<LimitingFactor, Integer>::getValue))
                .map(Map.Entry::getKey)
                .orElse(LimitingFactor.UNKNOWN);
    }

    /** The middle value, or the mean of the two in the middle; NaN of none. */
    static double median(DoubleStream values) {
        double[] sorted = values.filter(value -> !Double.isNaN(value)).sorted().toArray();
        if (sorted.length == 0) {
            return Double.NaN;
        }
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
