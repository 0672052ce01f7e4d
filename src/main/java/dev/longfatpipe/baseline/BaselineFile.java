/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.baseline;

import java.util.Collection;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.apiguardian.api.API;

/**
 * The baselines of one test class. Immutable.
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class BaselineFile {

    private final SortedMap<String, Baseline> baselines;

    private BaselineFile(SortedMap<String, Baseline> baselines) {
        this.baselines = Collections.unmodifiableSortedMap(baselines);
    }

    /** The file of a class that has none. */
    public static BaselineFile empty() {
        return new BaselineFile(new TreeMap<>());
    }

    /** The baseline of a test, if it has one. */
    public Optional<Baseline> baseline(String test) {
        return Optional.ofNullable(baselines.get(test));
    }

    /** All of them, sorted by their keys. */
    public Collection<Baseline> baselines() {
        return baselines.values();
    }

    /** The same file with the baseline of one test added or replaced. */
    public BaselineFile with(Baseline baseline) {
        SortedMap<String, Baseline> more = new TreeMap<>(baselines);
        more.put(baseline.test(), baseline);
        return new BaselineFile(more);
    }

    /** The same file with those baselines only whose keys are wanted. */
    public BaselineFile only(Predicate<String> wanted) {
        SortedMap<String, Baseline> fewer = new TreeMap<>(baselines);
        fewer.keySet().removeIf(wanted.negate());
        return new BaselineFile(fewer);
    }

    /** The keys of its baselines, sorted. */
    public Set<String> tests() {
        return new TreeSet<>(baselines.keySet());
    }
}
