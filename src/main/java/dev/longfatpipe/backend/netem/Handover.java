/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * What some threads write and another reads, each piece at once. ({@link java.io.PipedInputStream} takes it for broken as soon as the
 * thread that wrote last is no more, and waits for up to a second before it looks again.)
 */
final class Handover {

    private static final byte[] END = {};

    private final BlockingQueue<byte[]> pieces = new LinkedBlockingQueue<>();

    /** The end to write to; closing it ends what is read. */
    OutputStream output() {
        return new OutputStream() {
            @Override
            public void write(int each) {
                write(new byte[] {(byte) each}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int from, int length) {
                if (length > 0) {
                    byte[] piece = new byte[length];
                    System.arraycopy(bytes, from, piece, 0, length);
                    pieces.add(piece);
                }
            }

            @Override
            public void close() {
                pieces.add(END);
            }
        };
    }

    /** The end to read from; for one thread. */
    InputStream input() {
        return new InputStream() {
            private byte[] piece = new byte[1];
            private int at = 1;

            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] bytes, int from, int length) throws IOException {
                if (length == 0) {
                    return 0;
                }
                if (piece.length == 0) {
                    return -1;
                }
                try {
                    if (at == piece.length) {
                        piece = pieces.take();
                        at = 0;
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new InterruptedIOException("interrupted while nothing was written");
                }
                if (piece.length == 0) {
                    return -1;
                }
                int count = Math.min(length, piece.length - at);
                System.arraycopy(piece, at, bytes, from, count);
                at += count;
                return count;
            }
        };
    }
}
