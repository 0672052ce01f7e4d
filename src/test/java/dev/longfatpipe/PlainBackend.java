/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe;

import dev.longfatpipe.spi.Availability;
import dev.longfatpipe.spi.Capability;
import dev.longfatpipe.spi.OpenPipe;
import dev.longfatpipe.spi.PipeBackend;
import dev.longfatpipe.spi.PipeRequest;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A backend that can do nothing special, but tell of buffers; it opens what a test has prepared under the name of the pipe. */
public final class PlainBackend implements PipeBackend {

    static final String NAME = "plain";

    /** Pipes to be opened, by name. */
    static final Map<String, HandmadePipe> PREPARED = new ConcurrentHashMap<>();

    /** What was asked for by all tests of this JVM. */
    static final List<PipeRequest> REQUESTS = new CopyOnWriteArrayList<>();

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of(Capability.WINDOWS);
    }

    @Override
    public Availability availability() {
        return Availability.available();
    }

    @Override
    public OpenPipe open(PipeRequest request) throws IOException {
        REQUESTS.add(request);
        HandmadePipe pipe = PREPARED.get(request.name());
        if (pipe == null) {
            throw new IOException("nothing is prepared");
        }
        return pipe;
    }
}
