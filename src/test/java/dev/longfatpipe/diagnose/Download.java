/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import dev.longfatpipe.Pipe;
import dev.longfatpipe.PipeBuilder;
import dev.longfatpipe.observe.Transfer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A server that sends so many bytes when it gets one, and a client that fetches them through a pipe. */
final class Download {

    private final int bytes;
    private int receiveBuffer;
    private int sendBuffer;
    private Duration writerPause = Duration.ZERO;
    private Duration readerPause = Duration.ZERO;

    private Download(int bytes) {
        this.bytes = bytes;
    }

    static Download of(int bytes) {
        return new Download(bytes);
    }

    Download receiveBuffer(int size) {
        receiveBuffer = size;
        return this;
    }

    Download sendBuffer(int size) {
        sendBuffer = size;
        return this;
    }

    /** The server waits before every 16 KiB. */
    Download writerPause(Duration pause) {
        writerPause = pause;
        return this;
    }

    /** The client waits before every 16 KiB. */
    Download readerPause(Duration pause) {
        readerPause = pause;
        return this;
    }

    Transfer over(PipeBuilder builder) throws Exception {
        try (ServerSocket server = new ServerSocket();
                Pipe pipe = builder.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            Thread serving = new Thread(() -> serve(server), "download-server");
            serving.start();
            InetSocketAddress origin = pipe.to((InetSocketAddress) server.getLocalSocketAddress());
            Transfer transfer = pipe.measure(() -> fetch(origin));
            serving.join();
            return transfer;
        }
    }

    private void serve(ServerSocket server) {
        try (Socket socket = server.accept()) {
            if (sendBuffer > 0) {
                socket.setSendBufferSize(sendBuffer);
            }
            if (socket.getInputStream().read() < 0) {
                return;
            }
            OutputStream out = socket.getOutputStream();
            byte[] piece = new byte[16_384];
            for (int left = bytes; left > 0; left -= piece.length) {
                pause(writerPause);
                out.write(piece, 0, Math.min(left, piece.length));
            }
        } catch (IOException e) {
            // The client sees it: it gets fewer bytes than it asked for.
        }
    }

    private void fetch(InetSocketAddress origin) throws IOException {
        try (Socket socket = new Socket()) {
            if (receiveBuffer > 0) {
                socket.setReceiveBufferSize(receiveBuffer);
            }
            socket.connect(origin);
            socket.getOutputStream().write(1);
            InputStream in = socket.getInputStream();
            byte[] piece = new byte[16_384];
            int total = 0;
            for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
                total += read;
                pause(readerPause);
            }
            if (total != bytes) {
                throw new IOException("got " + total + " of " + bytes + " bytes");
            }
        }
    }

    private static void pause(Duration time) {
        try {
            TimeUnit.NANOSECONDS.sleep(time.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
