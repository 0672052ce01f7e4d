/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import dev.longfatpipe.spi.Availability;
import dev.longfatpipe.spi.Capability;
import dev.longfatpipe.spi.OpenPipe;
import dev.longfatpipe.spi.PipeBackend;
import dev.longfatpipe.spi.PipeRequest;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A backend that moves nothing but plays a scene, chosen by the seed of the pipe: a test that asks for an address of the pipe has
 * played it.
 */
public final class FakeBackend implements PipeBackend {

    static final String NAME = "fake";

    /** 15 MB downstream in two seconds: about what a cold connection reaches on 100 mbit and 100 ms. */
    static final long FULL = 1;

    /** 1.2 MB downstream in two seconds, held back by the receive window. */
    static final long NARROW = 2;

    /** As {@link #NARROW}, on a machine that was too busy. */
    static final long STALLED = 3;

    /** The probe measured something else than was asked for. */
    static final long UNVERIFIED = 4;

    /** The server refuses, so that the one connection carries nothing. */
    static final long REFUSED = 5;

    /** Closing throws. */
    static final long UNCLOSABLE = 6;

    /** As {@link #FULL}, but once it leads to a server the pipe cannot be looked at any more. */
    static final long MUTE = 7;

    /** What was opened by all tests of this JVM. */
    static final List<FakePipe> OPENED = new CopyOnWriteArrayList<>();

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
        FakePipe pipe = new FakePipe(request);
        OPENED.add(pipe);
        return pipe;
    }

    /** The pipe that was opened under a name. */
    static FakePipe opened(String name) {
        return OPENED.stream()
                .filter(pipe -> pipe.description().name().equals(name))
                .reduce((earlier, later) -> later)
                .orElseThrow();
    }
}
