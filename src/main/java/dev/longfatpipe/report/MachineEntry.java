/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.report;

import dev.longfatpipe.observe.Punctuality;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Map;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * How well the machine kept a pipe's time during a transfer.
 *
 * @param stalledShare share of the time in which work of the pipe was overdue, 0 to 1
 * @param worst the longest delay of due work; zero where a longer one had come before
 * @param busyShare share of one processor that the pipe used
 * @param idleShare share of the processors' time that was left over; null where it could not be read
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record MachineEntry(
        double stalledShare,
        Duration worst,
        double busyShare,
        @Nullable Double idleShare) {

    private static final int DIGITS = 4;

    static MachineEntry of(Punctuality punctuality) {
        return new MachineEntry(
                punctuality.stalledShare(),
                punctuality.worst(),
                punctuality.busyShare(),
                punctuality.idleShare().isPresent() ? punctuality.idleShare().getAsDouble() : null);
    }

    Map<String, Object> json() {
        return new Members()
                .put("stalledShare", rounded(stalledShare))
                .put("worstNanos", worst.toNanos())
                .put("busyShare", rounded(busyShare))
                .put("idleShare", idleShare == null ? null : rounded(idleShare))
                .map();
    }

    private static BigDecimal rounded(double share) {
        return BigDecimal.valueOf(share).setScale(DIGITS, RoundingMode.HALF_UP);
    }
}
