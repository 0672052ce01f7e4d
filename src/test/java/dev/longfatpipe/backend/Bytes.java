/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.SplittableRandom;

/** Bytes that look like chance and are always the same, so that one that is missing, doubled or misplaced is found. */
final class Bytes {

    private static final byte[] BLOCK = new byte[64_007]; // of no length that buffers have

    static {
        new SplittableRandom(42).nextBytes(BLOCK);
    }

    private Bytes() {}

    static void write(OutputStream out, long bytes) throws IOException {
        for (long left = bytes; left > 0; left -= Math.min(left, BLOCK.length)) {
            out.write(BLOCK, 0, (int) Math.min(left, BLOCK.length));
        }
    }

    static void skip(InputStream in, long bytes) throws IOException {
        byte[] buffer = new byte[1 << 16];
        for (long left = bytes; left > 0; ) {
            int read = in.read(buffer, 0, (int) Math.min(left, buffer.length));
            if (read < 0) {
                throw new EOFException(left + " of " + bytes + " bytes did not come");
            }
            left -= read;
        }
    }

    /** Reads to the end of the stream. */
    static byte[] digest(InputStream in) throws IOException {
        MessageDigest digest = sha256();
        byte[] buffer = new byte[1 << 16];
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
            digest.update(buffer, 0, read);
        }
        return digest.digest();
    }

    /** Returns the digest of what {@link #write} writes. */
    static byte[] digestOf(long bytes) {
        MessageDigest digest = sha256();
        for (long left = bytes; left > 0; left -= Math.min(left, BLOCK.length)) {
            digest.update(BLOCK, 0, (int) Math.min(left, BLOCK.length));
        }
        return digest.digest();
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has it", e);
        }
    }
}
