/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.baseline;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.function.UnaryOperator;
import org.apiguardian.api.API;

/**
 * The folder that baselines are kept in: one text file per test class, named after it.
 *
 * <p>Thread-safe. Any number of JVMs may write to it at the same time: whoever changes a file locks it, reads it anew, and puts the changed
 * one in its place in one step, so that a reader sees the old file or the new one.
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class BaselineStore {

    private static final String SUFFIX = ".txt";

    private final Path folder;

    /** The store in a folder, which need not exist yet. */
    public BaselineStore(Path folder) {
        this.folder = folder;
    }

    /** The file of a class, which need not exist. */
    public Path file(String testClass) {
        return folder.resolve(testClass + SUFFIX);
    }

    /**
     * Reads the baselines of a class; none when there is no file.
     *
     * @throws BaselineException when the file cannot be read or understood
     */
    public BaselineFile read(String testClass) {
        Path file = file(testClass);
        try {
            return BaselineFormat.read(
                    "baseline file [" + file + "]", testClass, Files.readAllLines(file, StandardCharsets.UTF_8));
        } catch (NoSuchFileException none) {
            return BaselineFile.empty();
        } catch (CharacterCodingException e) {
            throw new BaselineException(
                    "baseline file [" + file + "] is not a text in UTF-8. It was left as it is: take it from version"
                            + " control again, or delete it and record it again with -Dlongfatpipe.baseline=record",
                    e);
        } catch (IOException e) {
            throw new BaselineException("baseline file [" + file + "] cannot be read (" + e + ")", e);
        }
    }

    /**
     * Changes the baselines of a class. A file that cannot be understood is left as it is.
     *
     * @param change makes the new file of the one that is there now
     * @throws BaselineException when the file cannot be understood or written
     */
    public void change(String testClass, UnaryOperator<BaselineFile> change) {
        locked(testClass, () -> {
            BaselineFile changed = change.apply(read(testClass));
            replace(testClass, BaselineFormat.write(testClass, changed));
        });
    }

    /**
     * Makes sure that the baselines of a class can be changed, before anything is measured for them.
     *
     * @throws BaselineException when the file cannot be understood, or not be written
     */
    public void requireWritable(String testClass) {
        locked(testClass, () -> read(testClass));
    }

    private interface Work {
        void run() throws IOException;
    }

    private void locked(String testClass, Work work) {
        try {
            Files.createDirectories(folder);
            WriteLock lock = WriteLock.of(folder.resolve("." + testClass + ".lock"));
            try {
                work.run();
            } finally {
                lock.close();
            }
        } catch (IOException e) {
            throw new BaselineException(
                    "baseline file [" + file(testClass) + "] cannot be written (" + e
                            + "); nothing was changed. Make its folder writable, or name another one with"
                            + " -Dlongfatpipe.baseline.folder",
                    e);
        }
    }

    private void replace(String testClass, String text) throws IOException {
        Path fresh = folder.resolve("." + testClass + ".new");
        try {
            Files.writeString(fresh, text);
            try {
                Files.move(fresh, file(testClass), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } catch (AtomicMoveNotSupportedException e) {
                Files.move(fresh, file(testClass), StandardCopyOption.REPLACE_EXISTING);
            }
        } finally {
            Files.deleteIfExists(fresh);
        }
    }
}
