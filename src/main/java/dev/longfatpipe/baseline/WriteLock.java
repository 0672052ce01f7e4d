/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.baseline;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Excludes all other writers of a file, in this JVM and in others, by a lock on a file beside it that is deleted afterwards. Who waited for
 * the lock of a file that has been deleted meanwhile tries again with the new one.
 */
final class WriteLock implements AutoCloseable {

    /** The locks of files are held on behalf of the whole JVM, which may therefore hold only one of each. */
    private static final ReentrantLock IN_THIS_JVM = new ReentrantLock();

    /** Of a file that is nearly all hole. */
    private static final long LONGEST = 1L << 30;

    private final Path file;
    private final FileChannel channel;

    private WriteLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    static WriteLock of(Path file) throws IOException {
        IN_THIS_JVM.lock();
        try {
            while (true) {
                FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                channel.lock();
                if (isStillThere(file, channel)) {
                    return new WriteLock(file, channel);
                }
                channel.close();
            }
        } catch (IOException | RuntimeException | Error e) {
            IN_THIS_JVM.unlock();
            throw e;
        }
    }

    /**
     * Whether the file of that name is the one that is locked: the one gets a size by chance, and the other has it. Nothing may be opened
     * for that, since closing it would give up the lock (POSIX).
     */
    private static boolean isStillThere(Path file, FileChannel locked) throws IOException {
        long end = ThreadLocalRandom.current().nextLong(1, LONGEST);
        locked.truncate(0);
        locked.write(ByteBuffer.allocate(1), end);
        try {
            return Files.size(file) == end + 1;
        } catch (NoSuchFileException gone) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        try {
            try {
                Files.deleteIfExists(file);
            } catch (IOException stillOpen) {
                // Others wait for it (Windows): the last of them deletes it.
            }
            channel.close();
        } finally {
            IN_THIS_JVM.unlock();
        }
    }
}
