/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * The name of a test's baseline within its class: the method with the types of its parameters, so that overloads are two; the number of
 * the invocation of a template, {@code #2}, since display names are not the same in all versions of JUnit; and the name of the
 * pipe, where it has one.
 */
final class BaselineKey {

    private static final Pattern INVOCATION = Pattern.compile("-invocation:(#\\d+)]");

    private BaselineKey() {}

    static String of(ExtensionContext test, String pipe) {
        StringBuilder key = new StringBuilder(method(test.getRequiredTestMethod()));
        Matcher invocation = INVOCATION.matcher(test.getUniqueId());
        while (invocation.find()) {
            key.append(' ').append(invocation.group(1));
        }
        return key + (pipe.isEmpty() ? "" : " [" + pipe + "]");
    }

    private static String method(Method method) {
        return method.getName()
                + Arrays.stream(method.getParameterTypes())
                        .map(Class::getSimpleName)
                        .collect(Collectors.joining(", ", "(", ")"));
    }

    /** What the invocation of a template is called; empty for any other test. */
    static String called(ExtensionContext test) {
        return INVOCATION.matcher(test.getUniqueId()).find() ? test.getDisplayName() : "";
    }

    /** The methods of a class, as keys begin. */
    static Set<String> methods(Class<?> testClass) {
        return ReflectionSupport.findMethods(testClass, method -> true, HierarchyTraversalMode.TOP_DOWN).stream()
                .map(BaselineKey::method)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** The method that a key begins with. */
    static String methodOf(String key) {
        int end = key.indexOf(')');
        return end < 0 ? key : key.substring(0, end + 1);
    }
}
