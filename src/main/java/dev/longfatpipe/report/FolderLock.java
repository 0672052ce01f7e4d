/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.report;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** Lets one JVM at a time, and one thread of it, work on the files of a folder. */
final class FolderLock {

    private static final ReentrantLock IN_THIS_JVM = new ReentrantLock();
    private static final int MOST_TRIES = 1_000;

    private FolderLock() {}

    interface Work<T> {
        T run() throws IOException;
    }

    static <T> T holding(Path folder, Work<T> work) throws IOException {
        Files.createDirectories(folder);
        IN_THIS_JVM.lock();
        try (FileChannel channel =
                        FileChannel.open(folder.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = lock(channel)) {
            assert lock.isValid();
            return work.run();
        } finally {
            IN_THIS_JVM.unlock();
        }
    }

    /** A file that this JVM has locked through another class loader cannot be waited for: it is tried again. */
    private static FileLock lock(FileChannel channel) throws IOException {
        for (int i = 0; i < MOST_TRIES; i++) {
            try {
                return channel.lock();
            } catch (OverlappingFileLockException e) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
            }
        }
        throw new IOException("the report is locked by another class loader of this JVM");
    }
}
