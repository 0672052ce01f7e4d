/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe;

import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.spi.Capability;
import dev.longfatpipe.spi.PipeBackend;
import dev.longfatpipe.spi.PipeRequest;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/** Finds backends on the class path, and refuses what a backend cannot do. */
final class Backends {

    private Backends() {}

    private static List<PipeBackend> all() {
        return ServiceLoader.load(PipeBackend.class, Backends.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
    }

    static PipeBackend named(String name) {
        List<PipeBackend> all = all();
        return all.stream()
                .filter(backend -> backend.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("backend [" + name + "] is unknown: use one of "
                        + all.stream().map(PipeBackend::name).sorted().collect(Collectors.joining(", "))));
    }

    /**
     * Refuses a request that a backend would have to approximate.
     *
     * @param host the kernel profile of this machine
     * @throws BackendIncapableException for what it cannot do
     */
    static void requireCapable(PipeBackend backend, PipeRequest request, KernelProfile host) {
        Needs.of(request, host).forEach((capability, attribute) -> {
            if (!backend.capabilities().contains(capability)) {
                throw new BackendIncapableException(backend.name(), attribute, instead(capability));
            }
        });
    }

    static String instead(Capability capability) {
        String able = all().stream()
                .filter(backend -> backend.capabilities().contains(capability))
                .map(PipeBackend::name)
                .sorted()
                .collect(Collectors.joining(", "));
        return able.isEmpty() ? "no backend can" : "use backend " + able;
    }
}
