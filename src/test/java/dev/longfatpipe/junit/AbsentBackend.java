/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import dev.longfatpipe.spi.Availability;
import dev.longfatpipe.spi.Capability;
import dev.longfatpipe.spi.OpenPipe;
import dev.longfatpipe.spi.PipeBackend;
import dev.longfatpipe.spi.PipeRequest;
import java.util.EnumSet;
import java.util.Set;

/** A backend that works on no machine. */
public final class AbsentBackend implements PipeBackend {

    @Override
    public String name() {
        return "absent";
    }

    @Override
    public Set<Capability> capabilities() {
        return EnumSet.allOf(Capability.class);
    }

    @Override
    public Availability availability() {
        return Availability.unavailable("there is no such device; add it");
    }

    @Override
    public OpenPipe open(PipeRequest request) {
        throw new AssertionError("opened although it is unavailable");
    }
}
