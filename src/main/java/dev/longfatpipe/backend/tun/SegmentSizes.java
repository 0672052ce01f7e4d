/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

import dev.longfatpipe.path.Direction;
import dev.longfatpipe.path.Link;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.units.DataRate;
import java.util.Optional;

/**
 * Whether the kernel may hand over packets of up to 64 KB, which are cheaper, or each segment for itself. Only the latter can be
 * lost and delayed one by one, and only there the windows are those of segments that came one by one: a receiver that
 * gets them in bundles has room for more.
 */
enum SegmentSizes {
    /** Large ones on lines that are fast, and where nothing speaks against it. */
    AUTO,
    /** Every segment for itself. */
    ONE,
    /** Large ones on every line where nothing speaks against it. */
    LARGE;

    static final String PROPERTY = "longfatpipe.tun.segments";

    /** What a processor still does with ease, one by one. */
    private static final DataRate FAST = DataRate.ofMegabitsPerSecond(200);
    /** A bundle of 64 KB must be a small part of what the queue holds. */
    private static final long SHORT_QUEUE_BYTES = 8 << 16;

    static SegmentSizes asConfigured() {
        String asked = System.getProperty(PROPERTY, "auto").strip();
        for (SegmentSizes each : values()) {
            if (each.name().equalsIgnoreCase(asked)) {
                return each;
            }
        }
        throw new IllegalArgumentException(
                PROPERTY + " [" + asked + "] is unknown: write \"auto\", \"one\" or \"large\"");
    }

    boolean areLargeOn(Path path) {
        return this != ONE
                && allowsLarge(path, Direction.UPSTREAM)
                && allowsLarge(path, Direction.DOWNSTREAM)
                && (this == LARGE || isFast(path.upstream()) || isFast(path.downstream()));
    }

    private static boolean isFast(Link link) {
        return link.lineRate().map(rate -> rate.compareTo(FAST) > 0).orElse(true);
    }

    private static boolean allowsLarge(Path path, Direction direction) {
        Link link = path.link(direction);
        boolean shortQueue = path.queueSize(direction)
                .map(size -> size.bytes() < SHORT_QUEUE_BYTES)
                .orElse(false);
        return link.loss().isNone() && link.jitter().isZero() && !shortQueue;
    }

    /** Returns the device's kind for a path. */
    Devices.Kind kindFor(Path path) {
        return new Devices.Kind(path.mtu(), areLargeOn(path));
    }

    /** Returns whether a pipe that was opened for one path needs smaller packets for another. */
    static boolean mustBecomeSingle(Devices.Kind kind, Path path) {
        return kind.large() && !Optional.of(path).map(LARGE::areLargeOn).orElse(false);
    }
}
