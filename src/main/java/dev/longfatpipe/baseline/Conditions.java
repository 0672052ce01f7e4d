/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.baseline;

import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.observe.PipeDescription;
import java.util.ArrayList;
import java.util.List;
import org.apiguardian.api.API;

/**
 * What a baseline holds for: figures of another path, backend or kernel say nothing about this one.
 *
 * @param path the path in one exact line
 * @param backend name of the backend
 * @param kernel window law and sysctls of both ends; not the kernel's patch level, which changes neither
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record Conditions(String path, String backend, String kernel) {

    /** The conditions on a pipe. */
    public static Conditions of(PipeDescription pipe) {
        String client = kernel(pipe.clientKernel());
        String server = kernel(pipe.serverKernel());
        return new Conditions(
                pipe.path().toString(),
                pipe.backend(),
                client.equals(server) ? client : "client " + client + "; server " + server);
    }

    private static String kernel(KernelProfile profile) {
        return profile.law().name() + ", " + profile.sysctls();
    }

    /** What is other than in other conditions, each as {@code backend [tun], now [relay]}; empty when nothing is. */
    public List<String> differences(Conditions now) {
        List<String> differences = new ArrayList<>();
        add(differences, "path", path, now.path);
        add(differences, "backend", backend, now.backend);
        add(differences, "kernel profile", kernel, now.kernel);
        return differences;
    }

    private static void add(List<String> differences, String what, String recorded, String now) {
        if (!recorded.equals(now)) {
            differences.add(what + " [" + recorded + "], now [" + now + "]");
        }
    }
}
