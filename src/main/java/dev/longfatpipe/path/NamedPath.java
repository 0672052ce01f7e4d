/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.path;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apiguardian.api.API;

/**
 * Presets: paths that are worth a name.
 *
 * <p>Each is a start, not a promise about any network: {@code path().toBuilder()} changes what is different in yours.
 *
 * @since 0.1
 */
@API(status = EXPERIMENTAL, since = "0.1")
public enum NamedPath {
    /** A switched gigabit Ethernet: rtt 0.2 ms (typical), 1 gbit. */
    LAN("lan", path -> path.rtt("200us").rate("1gbit")),
    /** TODO source. */
    TRANSATLANTIC("transatlantic", path -> path.rtt("75ms").rate("1gbit"));

    private final String id;

    @SuppressWarnings("ImmutableEnumChecker") // a record of values, none of which can be marked for the checker
    private final Path path;

    NamedPath(String id, UnaryOperator<PathBuilder> values) {
        this.id = id;
        this.path = values.apply(Path.builder().name(id)).build();
    }

    /** The name to write in an annotation: {@code transatlantic}. */
    public String id() {
        return id;
    }

    /** The path, named by its id. */
    public Path path() {
        return path;
    }

    /**
     * The preset with an id, in any case.
     *
     * @throws IllegalArgumentException if there is none with that id; the message lists them all
     */
    public static NamedPath of(String id) {
        String wanted = id.strip().toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(preset -> preset.id.equals(wanted))
                .findAny()
                .orElseThrow(() -> Refusal.of(
                        "path",
                        id,
                        "is no named path: write one of "
                                + Arrays.stream(values()).map(NamedPath::id).collect(Collectors.joining(", "))));
    }
}
