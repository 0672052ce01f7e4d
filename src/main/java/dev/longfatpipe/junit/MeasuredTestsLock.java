/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import java.lang.reflect.Method;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLocksProvider;

/**
 * Keeps two measured tests from running at the same time. Those that say they may be concurrent share the lock with each other,
 * but not with one that does not.
 */
final class MeasuredTestsLock implements ResourceLocksProvider {

    /** Made by JUnit. */
    MeasuredTestsLock() {}

    @Override
    public Set<Lock> provideForMethod(List<Class<?>> enclosingInstanceTypes, Class<?> testClass, Method testMethod) {
        Collection<LongFatPipe> pipes = PipeDeclarations.of(enclosingInstanceTypes, testClass, testMethod);
        if (pipes.isEmpty()) {
            return Set.of();
        }
        boolean shared = pipes.stream().allMatch(LongFatPipe::concurrent);
        return Set.of(new Lock(
                LongFatPipeExtension.MEASURED_TESTS, shared ? ResourceAccessMode.READ : ResourceAccessMode.READ_WRITE));
    }
}
