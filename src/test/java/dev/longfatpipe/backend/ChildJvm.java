/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A program of the tests in a JVM of its own, which another command may start: as another user, in another namespace. */
public final class ChildJvm implements AutoCloseable {

    /** What a program needs that opens a pipe by the service provider interface. */
    private static final List<String> NEEDED =
            List.of("longfatpipe", "classes", "test-classes", "opentest4j", "jna", "jspecify", "apiguardian");

    private static final int PATIENCE_SECONDS = 90;

    private final Process process;
    private final BufferedReader out;
    private final List<String> said = new ArrayList<>();

    private ChildJvm(Process process) {
        this.process = process;
        this.out = process.inputReader(StandardCharsets.UTF_8);
    }

    /**
     * Starts a program.
     *
     * @param launcher the command that starts the JVM, whose own command line is appended; may be empty
     */
    public static ChildJvm start(List<String> launcher, String classPath, Class<?> program, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(launcher);
        command.add(ProcessHandle.current().info().command().orElse("java"));
        command.addAll(List.of("-cp", classPath, program.getName()));
        command.addAll(List.of(arguments));
        return new ChildJvm(
                new ProcessBuilder(command).redirectErrorStream(true).start());
    }

    public static String ownClassPath() {
        return System.getProperty("java.class.path");
    }

    /** Copies what is needed to where every user may read it, and returns the class path of it. */
    public static String readableClassPath(Path folder) throws IOException {
        allowAll(folder);
        List<String> entries = new ArrayList<>();
        for (String entry : ownClassPath().split(File.pathSeparator, -1)) {
            Path from = Path.of(entry);
            String name = from.getFileName().toString();
            if (NEEDED.stream().anyMatch(name::startsWith) && Files.exists(from)) {
                Path to = folder.resolve(name);
                copy(from, to);
                entries.add(to.toString());
            }
        }
        return String.join(File.pathSeparator, entries);
    }

    private static void copy(Path from, Path to) throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(from)) {
            files = walk.collect(Collectors.toList());
        }
        for (Path file : files) {
            Path copy = to.resolve(from.relativize(file).toString());
            if (Files.isDirectory(file)) {
                Files.createDirectories(copy);
            } else {
                Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
            }
            allowAll(copy);
        }
    }

    private static void allowAll(Path path) {
        File file = path.toFile();
        if (!file.setReadable(true, false) || !file.setExecutable(true, false)) {
            throw new IllegalStateException("[" + path + "] cannot be made readable");
        }
    }

    /** Waits until it prints this line; everything that it has said is in the error when it ends before. */
    public void awaitLine(String awaited) throws IOException {
        String line = "";
        while (!line.equals(awaited)) {
            line = out.readLine();
            if (line == null) {
                throw new IOException("the program has ended: " + String.join("\n", said));
            }
            said.add(line);
        }
    }

    /** Waits for its end, and returns everything that it has printed. */
    public String output() throws IOException, InterruptedException {
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            said.add(line);
        }
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new IOException("the program does not end: " + String.join("\n", said));
        }
        return String.join("\n", said);
    }

    /** Returns its process id. */
    public long pid() {
        return process.pid();
    }

    /** SIGKILL, for it and what it has started; returns when it is gone. */
    @Override
    public void close() throws IOException {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().onExit().join();
        out.close();
    }
}
