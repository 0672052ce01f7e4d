/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import com.github.dockerjava.api.model.HostConfig;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.socket.SocketBufferPolicy;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apiguardian.api.API;
import org.testcontainers.containers.Container;
import org.testcontainers.containers.GenericContainer;

/**
 * Gives the sockets of a container the buffers of a policy, by tcp_rmem and tcp_wmem of its network namespace: for servers that set no
 * buffers themselves. Needs Testcontainers. Immutable.
 *
 * <pre>{@code
 * ContainerBuffers buffers = ContainerBuffers.of(SocketBufferPolicy.parse("64KiB", "auto"), pipe.path());
 * buffers.applyTo(container);      // before start()
 * container.start();
 * buffers.verify(container);       // reads back what is in force
 * }</pre>
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class ContainerBuffers {

    private final Map<String, String> sysctls;

    private ContainerBuffers(Map<String, String> sysctls) {
        this.sysctls = sysctls;
    }

    /**
     * The buffers of a policy on a path.
     *
     * @throws IllegalArgumentException when a size in bandwidth-delay products has none to refer to
     */
    public static ContainerBuffers of(SocketBufferPolicy policy, Path path) {
        return new ContainerBuffers(policy.sysctls(path));
    }

    /** Returns the settings, by their names. */
    public Map<String, String> sysctls() {
        return Map.copyOf(sysctls);
    }

    /**
     * Has a container be created with them. One that runs cannot be changed: {@code /proc/sys} is read-only in it unless it is
     * privileged.
     *
     * @throws IllegalStateException when it runs already
     */
    public void applyTo(GenericContainer<?> container) {
        if (container.getContainerId() != null) {
            throw new IllegalStateException("container [" + container.getDockerImageName()
                    + "] runs already, and /proc/sys is read-only in it: call applyTo before its start()");
        }
        container.withCreateContainerCmdModifier(create -> {
            HostConfig host = Objects.requireNonNull(create.getHostConfig());
            Map<String, String> all = new LinkedHashMap<>();
            if (host.getSysctls() != null) {
                all.putAll(host.getSysctls());
            }
            all.putAll(sysctls);
            host.withSysctls(all);
        });
    }

    /**
     * Reads back what is in force in a container that runs.
     *
     * @throws IllegalStateException when it is something else; the message has both
     * @throws IOException when it cannot be read
     */
    public void verify(GenericContainer<?> container) throws IOException {
        for (Map.Entry<String, String> each : sysctls.entrySet()) {
            String there = read(container, "/proc/sys/" + each.getKey().replace('.', '/'));
            if (!there.equals(each.getValue())) {
                throw new IllegalStateException(
                        "container [" + container.getDockerImageName() + "] has " + each.getKey()
                                + " [" + there + "], and [" + each.getValue()
                                + "] was asked for: call applyTo(container) before its start()");
            }
        }
    }

    private static String read(GenericContainer<?> container, String file) throws IOException {
        try {
            Container.ExecResult result = container.execInContainer("cat", file);
            if (result.getExitCode() != 0) {
                throw new IOException("[cat " + file + "] failed in the container: "
                        + result.getStderr().strip());
            }
            return result.getStdout().strip().replaceAll("\\s+", " ");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while " + file + " was read", e);
        }
    }

    /** For reports: {@code net.ipv4.tcp_rmem=4096 131072 131072}. */
    @Override
    public String toString() {
        return sysctls.entrySet().stream()
                .map(each -> each.getKey() + "=" + each.getValue())
                .collect(Collectors.joining(", "));
    }
}
