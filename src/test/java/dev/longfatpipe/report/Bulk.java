/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.report;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A server that sends or takes as many bytes as a client says, and clients of it. Lives as long as the JVM. */
final class Bulk {

    private static final int CHUNK = 16_384;

    private final ServerSocket listener;

    private Bulk(ServerSocket listener) {
        this.listener = listener;
    }

    static Bulk start() {
        try {
            Bulk bulk = new Bulk(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
            daemon(bulk::accept);
            return bulk;
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    InetSocketAddress address() {
        return (InetSocketAddress) listener.getLocalSocketAddress();
    }

    private static void daemon(Runnable work) {
        Thread thread = new Thread(work, "bulk");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (true) {
            try {
                Socket client = listener.accept();
                daemon(() -> serve(client));
            } catch (IOException e) {
                return;
            }
        }
    }

    private static void serve(Socket client) {
        try (client) {
            DataInputStream in = new DataInputStream(client.getInputStream());
            long bytes = in.readLong();
            long pause = in.readLong();
            if (bytes < 0) {
                in.skipNBytes(-bytes);
                client.getOutputStream().write(1);
                return;
            }
            byte[] chunk = new byte[CHUNK];
            for (long left = bytes; left > 0; left -= CHUNK) {
                client.getOutputStream().write(chunk, 0, (int) Math.min(CHUNK, left));
                LockSupport.parkNanos(pause);
            }
        } catch (IOException e) {
            // the client is gone
        }
    }

    /** Buffers of the client's socket in bytes, 0 for what the kernel makes of it; a pause before each chunk of either end. */
    record Client(int receiveBuffer, int sendBuffer, Duration readPause, Duration writePause) {

        static final Client PLAIN = new Client(0, 0, Duration.ZERO, Duration.ZERO);

        void download(InetSocketAddress address, long bytes) throws IOException {
            try (Socket socket = connect(address)) {
                ask(socket, bytes);
                InputStream in = socket.getInputStream();
                byte[] chunk = new byte[CHUNK];
                while (in.read(chunk) >= 0) {
                    LockSupport.parkNanos(readPause.toNanos());
                }
            }
        }

        void upload(InetSocketAddress address, long bytes) throws IOException {
            try (Socket socket = connect(address)) {
                ask(socket, -bytes);
                byte[] chunk = new byte[CHUNK];
                for (long left = bytes; left > 0; left -= CHUNK) {
                    socket.getOutputStream().write(chunk, 0, (int) Math.min(CHUNK, left));
                }
                socket.getInputStream().read();
            }
        }

        private Socket connect(InetSocketAddress address) throws IOException {
            Socket socket = new Socket();
            if (receiveBuffer > 0) {
                socket.setReceiveBufferSize(receiveBuffer);
            }
            if (sendBuffer > 0) {
                socket.setSendBufferSize(sendBuffer);
            }
            socket.connect(address, (int) TimeUnit.SECONDS.toMillis(20));
            return socket;
        }

        private void ask(Socket socket, long bytes) throws IOException {
            DataOutputStream out = new DataOutputStream(socket.getOutputStream());
            out.writeLong(bytes);
            out.writeLong(writePause.toNanos());
        }
    }
}
