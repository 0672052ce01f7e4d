/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.engine.JupiterTestEngine;
import org.junit.platform.engine.EngineDiscoveryRequest;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.hierarchical.ExclusiveResource;
import org.junit.platform.engine.support.hierarchical.Node;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;

/** What JUnit will lock for each test, asked of its own discovery. */
class MeasuredTestsLockTests {

    @Test
    void measured_tests_lock_each_other_out_unless_both_say_that_they_may_be_concurrent() {
        assertThat(locksOf(Mixed.class))
                .containsExactly(
                        Map.entry("alone()", "[READ_WRITE dev.longfatpipe.measured]"),
                        Map.entry("together()", "[READ dev.longfatpipe.measured]"),
                        Map.entry("two_pipes_of_which_one_is_alone()", "[READ_WRITE dev.longfatpipe.measured]"),
                        Map.entry("unmeasured()", "[]"));
    }

    @Test
    void tests_have_the_lock_of_their_class_its_superclass_and_their_enclosing_class() {
        assertThat(locksOf(Enclosing.class))
                .containsExactly(
                        Map.entry("inherited()", "[READ dev.longfatpipe.measured]"),
                        Map.entry("inner()", "[READ dev.longfatpipe.measured]"),
                        Map.entry("own()", "[READ_WRITE dev.longfatpipe.measured]"));
    }

    @Test
    void repeated_annotations_and_composed_ones_carry_it_too() {
        assertThat(locksOf(Repeated.class))
                .containsExactly(Map.entry("test()", "[READ_WRITE dev.longfatpipe.measured]"));
        assertThat(locksOf(Composed.class))
                .containsExactly(Map.entry("test()", "[READ_WRITE dev.longfatpipe.measured]"));
    }

    @Test
    void a_declaration_that_will_fail_its_test_does_not_disturb_discovery() {
        assertThat(locksOf(TwoWithoutAName.class))
                .containsExactly(Map.entry("test()", "[READ_WRITE dev.longfatpipe.measured]"));
    }

    private static Map<String, String> locksOf(Class<?> fixture) {
        EngineDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(fixture))
                .build();
        TestDescriptor engine = new JupiterTestEngine().discover(request, UniqueId.forEngine("junit-jupiter"));
        Map<String, String> locks = new TreeMap<>();
        engine.getDescendants().stream()
                .filter(TestDescriptor::isTest)
                .forEach(test -> locks.put(
                        test.getDisplayName(),
                        ((Node<?>) test)
                                .getExclusiveResources().stream()
                                        .map(MeasuredTestsLockTests::text)
                                        .toList()
                                        .toString()));
        return locks;
    }

    private static String text(ExclusiveResource resource) {
        return resource.getLockMode() + " " + resource.getKey();
    }

    static class Mixed {

        @Test
        @LongFatPipe(rtt = "1ms")
        void alone() {}

        @Test
        @LongFatPipe(rtt = "1ms", concurrent = true)
        void together() {}

        @Test
        @LongFatPipe(name = "a", rtt = "1ms", concurrent = true)
        @LongFatPipe(name = "b", rtt = "1ms")
        void two_pipes_of_which_one_is_alone() {}

        @Test
        void unmeasured() {}
    }

    @LongFatPipe(rtt = "1ms", concurrent = true)
    abstract static class Base {

        @Test
        void inherited() {}
    }

    static class Enclosing extends Base {

        @Nested
        class Inner {

            @Test
            void inner() {}

            @Test
            @LongFatPipe(rtt = "1ms")
            void own() {}
        }
    }

    @LongFatPipe(name = "a", rtt = "1ms")
    @LongFatPipe(name = "b", rtt = "1ms")
    static class Repeated {

        @Test
        void test() {}
    }

    @DeclarationTests.OurLink
    static class Composed {

        @Test
        void test() {}
    }

    @LongFatPipe(rtt = "1ms")
    @LongFatPipe(rtt = "2ms")
    static class TwoWithoutAName {

        @Test
        void test() {}
    }
}
