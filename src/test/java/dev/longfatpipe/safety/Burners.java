/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.safety;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Random;

/** Keeps processors busy, with digests of more memory than caches hold. Threads of this JVM, so that they end with it, however it ends. */
final class Burners {

    private static final int MEMORY = 16 << 20;
    private static final int PIECE = 64 << 10;

    private volatile boolean ended;

    private Burners() {}

    static Burners start(int count) {
        Burners burners = new Burners();
        for (int i = 0; i < count; i++) {
            Thread thread = new Thread(burners::burn, "burner");
            thread.setDaemon(true);
            thread.start();
        }
        return burners;
    }

    private void burn() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] memory = new byte[MEMORY];
            new Random(1).nextBytes(memory);
            for (int at = 0; !ended; at = (at + PIECE) % MEMORY) {
                digest.update(memory, at, PIECE);
                memory[at] = digest.digest()[0];
            }
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    void end() {
        ended = true;
    }
}
