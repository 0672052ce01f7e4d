/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.path;

import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DurationText;
import java.time.Duration;
import java.util.function.Function;

/** A path in one line: exact, without what is at its default. */
final class PathText {

    private PathText() {}

    static String describe(Path path) {
        StringBuilder line = new StringBuilder(path.name().isEmpty() ? "" : path.name() + ": ");
        line.append("rtt ").append(spaced(DurationText.format(path.rtt())));
        Duration up = path.upstream().delay();
        Duration down = path.downstream().delay();
        if (Math.abs(down.minus(up).toNanos()) > 1) {
            line.append(" (")
                    .append(both(path, link -> spaced(DurationText.format(link.delay()))))
                    .append(')');
        }
        line.append(", rate ")
                .append(both(path, link -> link.lineRate().map(PathText::spaced).orElse("unlimited")));
        if (path.upstream().lineRate().isPresent()
                || path.downstream().lineRate().isPresent()) {
            line.append(", queue ").append(both(path, link -> link.queue().toString()));
        }
        if (!path.upstream().jitter().isZero() || !path.downstream().jitter().isZero()) {
            line.append(", jitter ").append(both(path, link -> spaced(DurationText.format(link.jitter()))));
        }
        if (!path.upstream().loss().isNone() || !path.downstream().loss().isNone()) {
            line.append(", loss ").append(both(path, link -> link.loss().toString()));
        }
        if (path.mtu() != Path.DEFAULT_MTU) {
            line.append(", mtu ").append(path.mtu());
        }
        return line.toString();
    }

    private static String both(Path path, Function<Link, String> text) {
        String up = text.apply(path.upstream());
        String down = text.apply(path.downstream());
        return up.equals(down) ? up : up + " up / " + down + " down";
    }

    private static String spaced(DataRate rate) {
        return spaced(rate.toString());
    }

    private static String spaced(String measure) {
        int unit = 0;
        while (unit < measure.length() && !Character.isLetter(measure.charAt(unit))) {
            unit++;
        }
        return measure.substring(0, unit) + " " + measure.substring(unit);
    }
}
