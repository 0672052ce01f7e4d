/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import dev.longfatpipe.spi.Availability;
import dev.longfatpipe.spi.Capability;
import dev.longfatpipe.spi.OpenPipe;
import dev.longfatpipe.spi.PipeBackend;
import dev.longfatpipe.spi.PipeRequest;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A backend on which every measurement, of the test or of the library, takes two seconds of its own clock and moves what was written for
 * the seed of the pipe: 15 MB fill a line of 100 mbit and 100 ms.
 */
public final class StepBackend implements PipeBackend {

    static final String NAME = "steps";

    private static final Map<Long, int[]> KILOBYTES = new ConcurrentHashMap<>();

    /** Writes what the measurements on pipes of a seed move, one after the other; the last goes on. */
    static void script(long seed, int... kilobytes) {
        KILOBYTES.put(seed, kilobytes);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Set<Capability> capabilities() {
        return EnumSet.complementOf(EnumSet.of(Capability.JITTER));
    }

    @Override
    public Availability availability() {
        return Availability.available();
    }

    @Override
    public OpenPipe open(PipeRequest request) {
        return new StepPipe(request, KILOBYTES.getOrDefault(request.seed(), new int[] {15_000}));
    }
}
