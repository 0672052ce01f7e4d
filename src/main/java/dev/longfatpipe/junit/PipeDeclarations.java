/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The pipes of a test by their names: those of the enclosing classes, the superclasses and interfaces, the class and the method,
 * where the nearer to the test replaces the farther of the same name.
 */
final class PipeDeclarations {

    private final Map<String, LongFatPipe> pipes = new LinkedHashMap<>();
    private final boolean strict;

    private PipeDeclarations(boolean strict) {
        this.strict = strict;
    }

    /**
     * The pipes of a test.
     *
     * @throws ExtensionConfigurationException when two of them are declared in the same place under one name
     */
    static Collection<LongFatPipe> of(ExtensionContext test) {
        PipeDeclarations declarations = new PipeDeclarations(true);
        declarations.addAll(
                test.getEnclosingTestClasses(),
                test.getRequiredTestClass(),
                test.getTestMethod().orElse(null));
        return declarations.pipes.values();
    }

    /** The same for a test that is only being discovered, where nothing may fail. */
    static Collection<LongFatPipe> of(List<Class<?>> enclosing, Class<?> testClass, Method test) {
        PipeDeclarations declarations = new PipeDeclarations(false);
        declarations.addAll(enclosing, testClass, test);
        return declarations.pipes.values();
    }

    private void addAll(List<Class<?>> enclosing, Class<?> testClass, @Nullable Method test) {
        List<Class<?>> classes = new ArrayList<>(enclosing);
        classes.add(testClass);
        classes.forEach(this::addClass);
        if (test != null) {
            add(test);
        }
    }

    private void addClass(@Nullable Class<?> type) {
        if (type == null) {
            return;
        }
        for (Class<?> above : type.getInterfaces()) {
            addClass(above);
        }
        addClass(type.getSuperclass());
        add(type);
    }

    private void add(AnnotatedElement element) {
        Map<String, LongFatPipe> here = new LinkedHashMap<>();
        for (LongFatPipe pipe : DeclaredAnnotations.on(element)) {
            LongFatPipe other = here.put(pipe.name(), pipe);
            if (strict && other != null) {
                throw twoOfOneName(element, other, pipe);
            }
        }
        pipes.putAll(here);
    }

    private static ExtensionConfigurationException twoOfOneName(
            AnnotatedElement element, LongFatPipe one, LongFatPipe other) {
        return new ExtensionConfigurationException(name(element) + " declares two pipes "
                + (one.name().isEmpty() ? "without a name" : "of the name [" + one.name() + "]") + ", "
                + AnnotationText.of(one) + " and " + AnnotationText.of(other) + ": give each its own, as in"
                + " @LongFatPipe(name = \"primary\", ...), and write @PipeName(\"primary\") before the parameter");
    }

    private static String name(AnnotatedElement element) {
        if (element instanceof Method method) {
            return method.getDeclaringClass().getSimpleName() + "." + method.getName() + "()";
        }
        return ((Class<?>) element).getSimpleName();
    }
}
