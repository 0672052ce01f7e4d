/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.model.HostConfig;
import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.observe.SeenSocket;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * The sockets of a container, by an ss that runs in its network namespace, in a container beside it: the one that serves has none of its
 * own as a rule. Not thread-safe.
 */
final class ContainerSockets implements AutoCloseable {

    /** One look for each line that is read: when to look is a matter of the pipe's clock. */
    private static final String LOOKS = "while read -r line; do ss -tinmOH; echo .; done";

    private static final String LAST = ".";
    private static final List<String> MEMORY = List.of("net.ipv4.tcp_rmem", "net.ipv4.tcp_wmem");

    private final Docker docker;
    private final String id;
    private final Batch batch;

    private ContainerSockets(Docker docker, String id, Batch batch) {
        this.docker = docker;
        this.id = id;
        this.batch = batch;
    }

    /**
     * Begins to look into a container.
     *
     * @param image an image with ss
     * @param container the id of the one to look into
     */
    static ContainerSockets in(Docker docker, String image, String container) throws IOException {
        String id;
        try {
            id = docker.client()
                    .createContainerCmd(image)
                    .withCmd("sleep", "infinity")
                    .withLabels(Machine.labels())
                    .withHostConfig(HostConfig.newHostConfig().withNetworkMode("container:" + container))
                    .exec()
                    .getId();
        } catch (DockerException e) {
            throw new IOException("no container can be made beside [" + container + "]: " + e.getMessage(), e);
        }
        try {
            docker.client().startContainerCmd(id).exec();
            return new ContainerSockets(docker, id, docker.batch(id, "ss", "sh", "-c", LOOKS));
        } catch (DockerException e) {
            docker.removeContainer(id);
            throw new IOException("no container can be started beside [" + container + "]: " + e.getMessage(), e);
        } catch (IOException e) {
            docker.removeContainer(id);
            throw e;
        }
    }

    /** Looks now. */
    List<SeenSocket> look() throws IOException {
        return SeenSocket.parseAll(batch.askUntil(LAST));
    }

    /**
     * Says what of the namespace's TCP memory is not as on this host: buffers that are as the namespace has them look like ones that
     * the server has asked for.
     */
    Optional<String> difference() throws IOException {
        for (String each : MEMORY) {
            String there = docker.run(id, "cat", "/proc/sys/" + each.replace('.', '/'))
                    .text()
                    .replaceAll("\\s+", " ");
            String here = KernelProfile.host().sysctls().value(each);
            if (!there.equals(here)) {
                return Optional.of(each + " is [" + there + "] there and [" + here + "] here");
            }
        }
        return Optional.empty();
    }

    @Override
    public void close() {
        batch.close();
        docker.removeContainer(id);
    }
}
