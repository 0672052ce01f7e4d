/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.report;

import dev.longfatpipe.baseline.GateResult;
import dev.longfatpipe.baseline.Sample;
import dev.longfatpipe.units.Utilisation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apiguardian.api.API;

/**
 * What the gate of a test found.
 *
 * @param verdict the gate's own: {@code NO_CHANGE}, {@code IMPROVED}, {@code REGRESSED}, {@code INCONCLUSIVE} or {@code RECORDED}
 * @param text what it says, line by line
 * @param baseline the utilisations that the baseline holds, the oldest first; empty where there is none
 * @param samples the utilisations of this run, in order of time
 * @param control the utilisations of the control transfers beside them; empty where there were none
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record GateEntry(
        String verdict,
        List<String> text,
        List<Utilisation> baseline,
        List<Utilisation> samples,
        List<Utilisation> control) {

    public GateEntry {
        text = List.copyOf(text);
        baseline = List.copyOf(baseline);
        samples = List.copyOf(samples);
        control = List.copyOf(control);
    }

    /** Says what a gate found. */
    public static GateEntry of(GateResult result) {
        List<String> text = new ArrayList<>();
        text.add(result.line());
        if (!result.reason().isEmpty()) {
            text.add(result.reason());
        }
        return new GateEntry(
                result.verdict().name(),
                text,
                result.baseline()
                        .map(baseline -> utilisations(baseline.samples()))
                        .orElse(List.of()),
                utilisations(result.samples()),
                result.control());
    }

    private static List<Utilisation> utilisations(List<Sample> samples) {
        return samples.stream().map(Sample::utilisation).toList();
    }

    Map<String, Object> json() {
        return new Members()
                .put("verdict", verdict)
                .put("text", text)
                .put("baselinePpm", ppm(baseline))
                .put("samplesPpm", ppm(samples))
                .put("controlPpm", ppm(control))
                .map();
    }

    private static List<Long> ppm(List<Utilisation> utilisations) {
        return utilisations.stream().map(Utilisation::partsPerMillion).toList();
    }
}
