/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds the source of a test, so that CI can show a failure where it is written. */
final class TestSource {

    private static final List<String> ROOTS =
            List.of("src/test/java", "src/test/kotlin", "src/integrationTest/java", "src/it/java");

    private TestSource() {}

    /** The file of a class, relative to the repository's root where that is known; empty where it is not found. */
    static Optional<String> file(Class<?> testClass, Surroundings surroundings) {
        String name = outermost(testClass.getName()).replace('.', '/');
        return ROOTS.stream()
                .flatMap(root -> Stream.of(root + "/" + name + ".java", root + "/" + name + ".kt"))
                .map(file -> surroundings.base().resolve(file))
                .filter(Files::isRegularFile)
                .findFirst()
                .map(file -> relative(file, surroundings));
    }

    private static String relative(Path file, Surroundings surroundings) {
        Path root = surroundings.workspace().filter(file::startsWith).orElse(surroundings.base());
        return root.relativize(file).toString().replace('\\', '/');
    }

    /** The line of that file from which something was thrown; empty where it did not come from there. */
    static Optional<Integer> line(Class<?> testClass, Throwable thrown) {
        String outermost = outermost(testClass.getName());
        return Stream.of(thrown.getStackTrace())
                .filter(frame -> outermost(frame.getClassName()).equals(outermost))
                .map(StackTraceElement::getLineNumber)
                .filter(line -> line > 0)
                .findFirst();
    }

    private static String outermost(String className) {
        int inner = className.indexOf('$');
        return inner < 0 ? className : className.substring(0, inner);
    }
}
