/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import dev.longfatpipe.observe.BufferReading;
import dev.longfatpipe.observe.FlowSample;
import dev.longfatpipe.observe.PipeDescription;
import dev.longfatpipe.observe.SenderState;
import dev.longfatpipe.observe.SenderTimes;
import dev.longfatpipe.observe.Verification;
import dev.longfatpipe.spi.PipeRequest;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What pipes of the tests tell of themselves, which move nothing. */
final class MadeUp {

    private MadeUp() {}

    /** The description of a pipe whose probe has found a problem, or none. */
    static PipeDescription description(PipeRequest request, String backend, @Nullable String problem) {
        return new PipeDescription(
                request.name(),
                request.path(),
                request.clientKernel(),
                request.serverKernel(),
                backend,
                "TCP made up",
                request.seed(),
                new Verification(request.path().rtt(), null, problem));
    }

    /**
     * A stream of two seconds at a round-trip time of 100 ms, in 1.9 of which the sender was held back by the receive window, or else
     * had lost to the queue and kept the line busy.
     */
    static FlowSample flow(
            long bytes, boolean narrow, BufferReading receiver, long firstDeliveryNanos, long lastDeliveryNanos) {
        SenderTimes times = mostly(narrow ? SenderState.RECEIVE_WINDOW : SenderState.AFTER_QUEUE_OVERFLOW);
        return new FlowSample(
                bytes,
                bytes,
                0,
                0,
                1 << 20,
                64_088,
                1 << 22,
                Duration.ofMillis(100),
                Duration.ofMillis(100),
                bytes / 1448,
                0,
                0,
                0,
                times,
                narrow ? times : SenderTimes.NONE,
                Duration.ZERO,
                BufferReading.ASSUMED_AUTO,
                receiver,
                firstDeliveryNanos,
                lastDeliveryNanos);
    }

    private static SenderTimes mostly(SenderState state) {
        long[] nanos = new long[SenderState.values().length];
        nanos[state.ordinal()] = 1_900_000_000L;
        return SenderTimes.ofNanos(nanos);
    }
}
