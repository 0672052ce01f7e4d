/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.Container;
import com.github.dockerjava.api.model.ContainerNetwork;
import com.github.dockerjava.api.model.Frame;
import com.github.dockerjava.api.model.Info;
import com.github.dockerjava.api.model.Network;
import com.github.dockerjava.api.model.StreamType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.testcontainers.DockerClientFactory;

/** What the router needs of the Docker daemon that Testcontainers has found. Thread-safe. */
final class Docker {

    /** Names of bridge networks may be used twice, addresses not: the daemon says so in these words. */
    private static final String TAKEN = "overlaps";

    private static final long LIMIT_SECONDS = 20;
    private static final int REMOVALS = 20;
    private static final long BETWEEN_REMOVALS_NANOS = 200_000_000L;

    private final DockerClient client;

    private Docker(DockerClient client) {
        this.client = client;
    }

    /**
     * Asks the daemon whether it is there.
     *
     * @throws IOException when there is none; the message says why and what would help
     */
    static Docker connect() throws IOException {
        try {
            DockerClient client = DockerClientFactory.instance().client();
            client.pingCmd().exec();
            return new Docker(client);
        } catch (RuntimeException e) {
            throw new IOException(DockerDaemon.ofThisProcess().problem(e), e);
        }
    }

    DockerClient client() {
        return client;
    }

    /** The kernel that the daemon runs on. */
    NetemProbe kernel() {
        Info info = client.infoCmd().exec();
        return new NetemProbe(
                new Processes(),
                "Linux",
                String.valueOf(info.getKernelVersion()),
                String.valueOf(info.getOperatingSystem()));
    }

    /** Somebody else has the addresses. */
    static final class AddressesTakenException extends IOException {
        private static final long serialVersionUID = 1;

        AddressesTakenException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /**
     * Makes a bridge network.
     *
     * @return its id
     * @throws AddressesTakenException when another network has these addresses
     */
    String makeNetwork(String name, String subnet, String gateway, int mtu, Map<String, String> labels)
            throws IOException {
        try {
            return client.createNetworkCmd()
                    .withName(name)
                    .withDriver("bridge")
                    .withIpam(new Network.Ipam()
                            .withConfig(
                                    new Network.Ipam.Config().withSubnet(subnet).withGateway(gateway)))
                    .withOptions(Map.of("com.docker.network.driver.mtu", Integer.toString(mtu)))
                    .withLabels(labels)
                    .exec()
                    .getId();
        } catch (DockerException e) {
            if (String.valueOf(e.getMessage()).contains(TAKEN)) {
                throw new AddressesTakenException("network " + subnet + " is taken", e);
            }
            throw new IOException("Docker makes no network " + subnet + ": " + e.getMessage(), e);
        }
    }

    /** Attaches a container to a network; at an address of its choice when that is given. */
    void attach(String container, String network, String address) throws IOException {
        ContainerNetwork endpoint = new ContainerNetwork();
        if (!address.isEmpty()) {
            endpoint.withIpamConfig(new ContainerNetwork.Ipam().withIpv4Address(address));
        }
        try {
            client.connectToNetworkCmd()
                    .withContainerId(container)
                    .withNetworkId(network)
                    .withContainerNetwork(endpoint)
                    .exec();
        } catch (DockerException e) {
            throw new IOException("Docker attaches the router to no network " + network + ": " + e.getMessage(), e);
        }
    }

    /** Takes a container off a network, whatever becomes of it. */
    void detach(String container, String network) {
        try {
            client.disconnectFromNetworkCmd()
                    .withContainerId(container)
                    .withNetworkId(network)
                    .withForce(true)
                    .exec();
        } catch (DockerException e) {
            // One of the two is gone.
        }
    }

    InspectContainerResponse inspect(String container) throws IOException {
        try {
            return client.inspectContainerCmd(container).exec();
        } catch (DockerException e) {
            throw new IOException("Docker does not know container [" + container + "]: " + e.getMessage(), e);
        }
    }

    /** Returns the bridge network that has an address among its own. */
    Optional<Network> networkOf(String address) {
        return client.listNetworksCmd().exec().stream()
                .filter(network ->
                        network.getIpam() != null && network.getIpam().getConfig() != null)
                .filter(network -> network.getIpam().getConfig().stream()
                        .anyMatch(config -> config.getSubnet() != null && Subnet.contains(config.getSubnet(), address)))
                .findFirst();
    }

    /** Returns the id of the container that has an address in a network. */
    Optional<String> containerAt(String network, String address) {
        try {
            return client.inspectNetworkCmd().withNetworkId(network).exec().getContainers().entrySet().stream()
                    .filter(each ->
                            String.valueOf(each.getValue().getIpv4Address()).startsWith(address + "/"))
                    .map(Map.Entry::getKey)
                    .findFirst();
        } catch (DockerException e) {
            return Optional.empty();
        }
    }

    /** Runs a program in a container and waits for its end. */
    Commands.Answer run(String container, String... command) throws IOException {
        try {
            String exec = exec(container, false, command);
            ByteArrayOutputStream output = new ByteArrayOutputStream();
            ResultCallback.Adapter<Frame> reader = new ResultCallback.Adapter<>() {
                @Override
                public void onNext(Frame frame) {
                    output.writeBytes(frame.getPayload());
                }
            };
            if (!client.execStartCmd(exec).exec(reader).awaitCompletion(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException(
                        "[" + String.join(" ", command) + "] did not end within " + LIMIT_SECONDS + " s in the router");
            }
            Long status = client.inspectExecCmd(exec).exec().getExitCodeLong();
            return new Commands.Answer(
                    status == null ? 0 : status.intValue(),
                    output.toString(StandardCharsets.UTF_8).strip());
        } catch (DockerException e) {
            throw new IOException("[" + String.join(" ", command) + "] cannot run in the router: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while [" + String.join(" ", command) + "] ran", e);
        }
    }

    /** Starts a program in a container that reads commands and answers each. */
    Batch batch(String container, String program, String... command) throws IOException {
        try {
            String exec = exec(container, true, command);
            Handover commands = new Handover();
            BatchReader reader = new BatchReader();
            Batch batch = new Batch(program, commands.output(), reader);
            reader.tells(batch);
            client.execStartCmd(exec).withStdIn(commands.input()).exec(reader);
            return batch;
        } catch (DockerException e) {
            throw new IOException(program + " cannot run in the router: " + e.getMessage(), e);
        }
    }

    private String exec(String container, boolean input, String... command) {
        return client.execCreateCmd(container)
                .withAttachStdin(input)
                .withAttachStdout(true)
                .withAttachStderr(true)
                .withCmd(command)
                .exec()
                .getId();
    }

    /** Puts what a program writes together to lines. */
    private static final class BatchReader extends ResultCallback.Adapter<Frame> {

        private final ByteArrayOutputStream rest = new ByteArrayOutputStream();
        private final List<Batch> told = new ArrayList<>(1);

        void tells(Batch batch) {
            told.add(batch);
        }

        @Override
        public void onNext(Frame frame) {
            if (frame.getStreamType() == StreamType.STDIN) {
                return;
            }
            for (byte each : frame.getPayload()) {
                if (each == '\n') {
                    String line = rest.toString(StandardCharsets.UTF_8);
                    rest.reset();
                    told.forEach(batch -> batch.wrote(line));
                } else {
                    rest.write(each);
                }
            }
        }

        @Override
        public void onComplete() {
            super.onComplete();
            told.forEach(Batch::hasEnded);
        }

        @Override
        public void onError(Throwable throwable) {
            super.onError(throwable);
            told.forEach(Batch::hasEnded);
        }
    }

    /** Returns the containers with a label, running or not. */
    List<Container> containers(String label) {
        return client.listContainersCmd()
                .withShowAll(true)
                .withLabelFilter(List.of(label))
                .exec();
    }

    /** Returns the networks with a label. */
    List<Network> networks(String label) {
        return client.listNetworksCmd().withFilter("label", List.of(label)).exec();
    }

    void removeContainer(String id) {
        try {
            client.removeContainerCmd(id)
                    .withForce(true)
                    .withRemoveVolumes(true)
                    .exec();
        } catch (NotFoundException e) {
            // It is gone already.
        } catch (DockerException e) {
            // The next run sweeps it away.
        }
    }

    /** Somebody else may be about to remove the container that is attached to it: then it is tried again, for a few seconds. */
    void removeNetwork(String id) {
        for (int attempt = 0; attempt < REMOVALS; attempt++) {
            try {
                client.removeNetworkCmd(id).exec();
                return;
            } catch (NotFoundException e) {
                return;
            } catch (DockerException e) {
                LockSupport.parkNanos(BETWEEN_REMOVALS_NANOS); // the next run sweeps away what is left
            }
        }
    }
}
