/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.toxiproxy;

import static org.assertj.core.api.Assumptions.assumeThat;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.model.Container;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.testcontainers.DockerClientFactory;

/**
 * A server of which a test is the only user, and which it may kill: the container of this run, after which another one is started; or,
 * where the settings name a running server, one beside that, of the program that {@code longfatpipe.test.toxiproxy} names.
 */
final class MortalToxiproxy implements AutoCloseable {

    static final String PROGRAM = "longfatpipe.test.toxiproxy";

    private static final int ATTEMPTS = 100;
    private static final long PAUSE_MILLIS = 50;

    private final Runnable death;
    private final Runnable end;

    private MortalToxiproxy(Runnable death, Runnable end) {
        this.death = death;
        this.end = end;
    }

    static MortalToxiproxy start() throws IOException, InterruptedException {
        ToxiproxySettings settings = ToxiproxySettings.read();
        return settings.url().isPresent() ? program(settings.url().get()) : container(settings);
    }

    private static MortalToxiproxy container(ToxiproxySettings settings) throws IOException {
        ToxiproxyServers.of(settings);
        return new MortalToxiproxy(() -> killContainer(settings.image()), () -> {});
    }

    private static void killContainer(String image) {
        DockerClient docker = DockerClientFactory.lazyClient();
        List<Container> running =
                docker.listContainersCmd().withAncestorFilter(List.of(image)).exec();
        if (running.size() != 1) {
            throw new IllegalStateException(
                    running.size() + " containers of image " + image + " run: which is this one's?");
        }
        docker.killContainerCmd(running.get(0).getId()).exec();
    }

    private static MortalToxiproxy program(URI other) throws IOException, InterruptedException {
        String program = System.getProperty(PROGRAM, "");
        assumeThat(program)
                .as("the program of a Toxiproxy server, for one that may be killed: -D" + PROGRAM + "=...")
                .isNotEmpty();
        int port = freePort();
        Process process = new ProcessBuilder(program, "-host", "127.0.0.1", "-port", String.valueOf(port))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        URI url = URI.create("http://127.0.0.1:" + port + "/");
        try {
            awaitAnswer(new ToxiproxyApi(url, "it was started just now"));
        } catch (IOException | RuntimeException e) {
            process.destroyForcibly();
            throw e;
        }
        System.setProperty(ToxiproxySettings.URL, url.toString());
        return new MortalToxiproxy(() -> killProcess(process), () -> {
            System.setProperty(ToxiproxySettings.URL, other.toString());
            killProcess(process);
        });
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static void awaitAnswer(ToxiproxyApi api) throws IOException, InterruptedException {
        for (int i = 1; ; i++) {
            try {
                api.version();
                return;
            } catch (IOException e) {
                if (i == ATTEMPTS) {
                    throw e;
                }
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            }
        }
    }

    private static void killProcess(Process process) {
        process.destroyForcibly();
        process.onExit().join();
    }

    /** Ends it at once, as SIGKILL does. */
    void kill() {
        death.run();
    }

    @Override
    public void close() {
        end.run();
    }
}
