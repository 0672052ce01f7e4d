/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;

/** What an application sees of the end of a connection, in words that do not depend on when it looks. */
final class Ending {

    private static final int PIECE = 10_000;

    private Ending() {}

    /** Closes with SO_LINGER 0, for which the kernel sends an RST. */
    static void reset(Socket socket) throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    /**
     * Reads to the end.
     *
     * @return {@code end} with the number of bytes before it, or {@code reset}; bytes that are not those of {@link #write} fail
     */
    static String ofReading(Socket socket) throws IOException {
        return ofReadingOn(socket, 0);
    }

    /** As {@link #ofReading(Socket)}, when so many bytes have been read before. */
    static String ofReadingOn(Socket socket, long before) throws IOException {
        InputStream in = socket.getInputStream();
        byte[] piece = new byte[PIECE];
        long count = before;
        try {
            for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
                for (int i = 0; i < read; i++) {
                    if (piece[i] != at(count + i)) {
                        throw new AssertionError("byte " + (count + i) + " is another");
                    }
                }
                count += read;
            }
            return "end after " + count;
        } catch (SocketException e) {
            return "reset";
        }
    }

    /** Writes until it is refused, which it is when the other end is gone, however long that takes to be known. */
    static String ofWriting(Socket socket) {
        try {
            OutputStream out = socket.getOutputStream();
            byte[] piece = new byte[PIECE];
            while (true) {
                out.write(piece);
            }
        } catch (IOException e) {
            return "refused";
        }
    }

    /** Writes bytes that tell where they belong. */
    static void write(Socket socket, int count) throws IOException {
        byte[] bytes = new byte[count];
        for (int i = 0; i < count; i++) {
            bytes[i] = at(i);
        }
        socket.getOutputStream().write(bytes);
    }

    private static byte at(long position) {
        return (byte) (position % 251);
    }
}
