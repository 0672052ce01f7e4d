/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import dev.longfatpipe.kernel.BufferSetting;
import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.kernel.WindowScale;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import dev.longfatpipe.units.DurationText;
import java.util.Optional;

/** What to do about a socket buffer that is too small for a path. */
record BufferRemedy(
        BufferKind kind, Path path, Direction direction, KernelProfile kernel, BufferSetting setting, int connections) {

    private static final DataSize LARGEST = WindowScale.largestWindow(WindowScale.MAX);
    private static final DataRate EXAMPLE = DataRate.ofMegabitsPerSecond(100);

    String text() {
        Optional<DataSize> bdp = path.bandwidthDelayProduct(direction);
        if (bdp.isEmpty()) {
            return withoutRate();
        }
        long needed = (bdp.get().bytes() + connections - 1) / connections;
        if (needed > LARGEST.bytes()) {
            return "use at least " + (bdp.get().bytes() / LARGEST.bytes() + 1)
                    + " connections: the path holds " + bdp.get().describe() + ", and TCP's largest window is "
                    + LARGEST.describe();
        }
        DataSize goal = DataSize.ofBytes(Math.min(roundedUp(2 * needed), LARGEST.bytes()));
        String shared = connections == 1 ? " (2 BDP)" : " (2 BDP shared by " + connections + " connections)";
        String set = "to >= " + goal.describe() + shared + " " + kind.when(direction) + coreLimit(goal);
        DataSize automatic = kind.inFlight(kernel, BufferSetting.auto(), path.mss());
        if (setting.isAuto()) {
            return "raise " + kind.tcpKey() + " max on the " + owner() + "'s host (now "
                    + kind.tcpMemory(kernel).max() + ") to >= " + tcpMaxFor(goal) + ", or set " + kind.option() + " "
                    + set;
        }
        if (automatic.bytes() >= needed) {
            return doNotSet(automatic) + "; or set it " + set;
        }
        return "set " + kind.option() + " on the " + owner() + "'s socket " + set
                + "; to leave it to the kernel is not enough here: " + kind.tcpKey() + " max = "
                + kind.tcpMemory(kernel).max() + " (" + kind.inFlightText(automatic) + "), and the path holds "
                + DataSize.ofBytes(needed).describe() + (connections == 1 ? "" : " per connection");
    }

    private String withoutRate() {
        String size = "allow >= "
                + DataSize.ofBytes(2 * EXAMPLE.bytesIn(path.rtt()).bytes()).describe()
                + " for every " + EXAMPLE.describe() + " of goodput that you want at rtt "
                + DurationText.describe(path.rtt());
        if (setting.isAuto()) {
            return "raise " + kind.tcpKey() + " max on the " + owner() + "'s host (now "
                    + kind.tcpMemory(kernel).max() + "), or set " + kind.option() + " " + kind.when(direction) + ": "
                    + size;
        }
        return doNotSet(kind.inFlight(kernel, BufferSetting.auto(), path.mss())) + "; or set it " + kind.when(direction)
                + " and " + size;
    }

    private String doNotSet(DataSize automatic) {
        return "do not set " + kind.option() + " on the " + owner() + "'s socket: auto-tuning may grow to "
                + kind.tcpKey() + " max = " + kind.tcpMemory(kernel).max() + " here ("
                + kind.inFlightText(automatic) + ")";
    }

    private String coreLimit(DataSize goal) {
        long max = kind.coreMax(kernel);
        return max < goal.bytes()
                ? " and raise " + kind.coreKey() + " (now " + max + "), which cuts it silently"
                : ", which " + kind.coreKey() + " (now " + max + ") allows";
    }

    private String owner() {
        return kind.owner(direction);
    }

    /** The least tcp_rmem or tcp_wmem max that auto-tuning needs to reach a goal, by the kernel's law. */
    private long tcpMaxFor(DataSize goal) {
        long low = 1;
        long high = Integer.MAX_VALUE;
        while (low < high) {
            long middle = (low + high) / 2;
            KernelProfile raised = kernel.with(
                    kind.tcpKey(), kind.tcpMemory(kernel).withMax(middle).toString());
            if (kind.inFlight(raised, BufferSetting.auto(), path.mss()).compareTo(goal) >= 0) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return Math.min(roundedUp(low), Integer.MAX_VALUE);
    }

    /** Rounded up to three digits, so that what people read is never less than what is needed. */
    private static long roundedUp(long bytes) {
        long unit = 1;
        while (bytes / unit >= 1000) {
            unit *= 10;
        }
        return (bytes + unit - 1) / unit * unit;
    }
}
