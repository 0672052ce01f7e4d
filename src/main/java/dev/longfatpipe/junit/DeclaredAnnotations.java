/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The pipes that one class or method declares itself: written there once or repeatedly, or carried by another annotation.
 *
 * <p>JUnit's own search cannot be used: it mixes those of a superclass among them, and one that is written twice counts once.
 */
final class DeclaredAnnotations {

    private final List<LongFatPipe> found = new ArrayList<>();
    private final Set<Class<? extends Annotation>> visited = new HashSet<>();

    private DeclaredAnnotations() {}

    static List<LongFatPipe> on(AnnotatedElement element) {
        DeclaredAnnotations search = new DeclaredAnnotations();
        search.collect(element);
        return List.copyOf(search.found);
    }

    private void collect(AnnotatedElement element) {
        for (Annotation annotation : element.getDeclaredAnnotations()) {
            if (annotation instanceof LongFatPipe pipe) {
                found.add(pipe);
            } else if (annotation instanceof LongFatPipes pipes) {
                found.addAll(List.of(pipes.value()));
            } else if (visited.add(annotation.annotationType())) {
                collect(annotation.annotationType());
            }
        }
    }
}
