/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * A server in a process of its own, to be killed. It reads one byte of its one client, answers with {@link #ANSWER} bytes, and reads no
 * more. It ends by itself when its standard input does, with the process that started it.
 */
final class MortalServer implements AutoCloseable {

    static final int ANSWER = 50_000;

    private final Process process;
    private final InetSocketAddress address;

    private MortalServer(Process process, InetSocketAddress address) {
        this.process = process;
        this.address = address;
    }

    static MortalServer start() throws IOException {
        String classes;
        try {
            classes = Path.of(MortalServer.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process process = new ProcessBuilder(java, "-Xshare:auto", "-cp", classes, MortalServer.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
        String port = out.readLine();
        if (port == null) {
            process.destroyForcibly();
            throw new IOException("the server process has not said its port");
        }
        return new MortalServer(
                process,
                new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), Integer.parseInt(port)));
    }

    InetSocketAddress address() {
        return address;
    }

    /** Kills it: SIGKILL, after which its kernel ends its connections for it. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    /** The server process. */
    public static void main(String[] arguments) throws IOException {
        Thread parent = new Thread(() -> {
            try {
                while (System.in.read() >= 0) {
                    // until the parent has ended
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } finally {
                Runtime.getRuntime().halt(0);
            }
        });
        parent.setDaemon(true);
        parent.start();
        try (ServerSocket listener = new ServerSocket(0, 50, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
            System.out.println(listener.getLocalPort());
            Socket client = listener.accept();
            InputStream in = client.getInputStream();
            if (in.read() >= 0) {
                Ending.write(client, ANSWER);
            }
            parent.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
