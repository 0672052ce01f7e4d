/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The rules of design.md, section 6, and of the house, as far as they can be read off the classes. */
class ArchitectureTests {

    private static final String ROOT = "dev.longfatpipe";

    private static final JavaClasses LIBRARY = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);

    /** Read the clock themselves: the one ticker of this JVM, and a time limit on the answer of the engine's own thread. */
    private static final List<String> READ_THE_CLOCK = List.of(ROOT + ".spi.Ticker", ROOT + ".backend.relay.Engine");

    /** Has containers of Testcontainers in its signatures, and is of use with them only. */
    private static final String IS_ABOUT_CONTAINERS = ROOT + ".backend.netem.ContainerBuffers";

    private static final String PRINTS = ROOT + ".junit.VerdictPrinter";

    @Nested
    class Packages {

        /** From the bottom to the top: each sees those before it. */
        private static final List<String> STACK = List.of("units", "path", "kernel", "expect", "socket", "observe");

        @TestFactory
        Stream<DynamicTest> see_only_what_is_below_them() {
            List<DynamicTest> rules = new ArrayList<>();
            for (int i = 0; i < STACK.size(); i++) {
                rules.add(rule(STACK.get(i), STACK.subList(0, i)));
            }
            rules.add(rule("spi", STACK));
            rules.add(rule("emulate", plus(STACK, "spi")));
            rules.add(rule("diagnose", STACK));
            rules.add(rule("baseline", plus(STACK, "spi", "diagnose")));
            rules.add(rule("report", plus(STACK, "diagnose", "baseline")));
            rules.add(rule("", plus(STACK, "spi")));
            rules.add(rule("assertj", plus(STACK, "diagnose", "")));
            rules.add(rule("junit", plus(STACK, "spi", "diagnose", "baseline", "report", "assertj", "")));
            for (String backend : List.of("relay", "tun", "netem", "toxiproxy")) {
                rules.add(rule("backend." + backend, plus(STACK, "spi", "emulate")));
            }
            return rules.stream();
        }

        @Test
        void are_all_named_here() {
            String[] named = Stream.of(
                            STACK.stream(),
                            Stream.of(
                                    "",
                                    "spi",
                                    "emulate",
                                    "diagnose",
                                    "baseline",
                                    "report",
                                    "assertj",
                                    "junit",
                                    "backend.*"))
                    .flatMap(names -> names)
                    .map(Packages::fullName)
                    .toArray(String[]::new);

            classes().should().resideInAnyPackage(named).check(LIBRARY);
        }

        @Test
        void have_no_cycles() {
            slices().matching(ROOT + ".(**)").should().beFreeOfCycles().check(LIBRARY);
        }

        @Test
        void are_null_marked() {
            assertThat(LIBRARY.stream().map(JavaClass::getPackage).distinct())
                    .allMatch(each -> each.isAnnotatedWith(NullMarked.class));
        }

        private static DynamicTest rule(String of, List<String> below) {
            String[] visible = Stream.concat(below.stream(), Stream.of(of))
                    .map(Packages::fullName)
                    .toArray(String[]::new);
            DescribedPredicate<JavaClass> others =
                    resideInAnyPackage(ROOT + "..").and(DescribedPredicate.not(resideInAnyPackage(visible)));
            return DynamicTest.dynamicTest(
                    fullName(of),
                    () -> noClasses()
                            .that()
                            .resideInAPackage(fullName(of))
                            .should()
                            .dependOnClassesThat(others)
                            .allowEmptyShould(true)
                            .check(LIBRARY));
        }

        private static List<String> plus(List<String> packages, String... more) {
            return Stream.concat(packages.stream(), Stream.of(more)).toList();
        }

        private static String fullName(String name) {
            return name.isEmpty() ? ROOT : ROOT + "." + name;
        }
    }

    @Nested
    class Libraries {

        @Test
        void junit_is_seen_only_by_junit() {
            isSeenOnlyBy("org.junit..", "junit");
        }

        @Test
        void aborting_a_test_is_for_junit_and_assertj() {
            isSeenOnlyBy("org.opentest4j..", "junit", "assertj");
        }

        @Test
        void assertj_is_seen_only_by_assertj() {
            isSeenOnlyBy("org.assertj..", "assertj");
        }

        @Test
        void jna_is_seen_only_where_the_kernel_is_asked() {
            isSeenOnlyBy("com.sun.jna..", "observe", "backend.tun");
        }

        @Test
        void containers_are_seen_only_by_their_backends() {
            isSeenOnlyBy("org.testcontainers..", "backend.netem", "backend.toxiproxy");
            isSeenOnlyBy("eu.rekawek.toxiproxy..", "backend.toxiproxy");
        }

        @Test
        void show_in_no_public_signature_outside_the_package_that_is_about_them() {
            methods()
                    .that()
                    .arePublic()
                    .and()
                    .areDeclaredInClassesThat()
                    .arePublic()
                    .and()
                    .areDeclaredInClassesThat(
                            are(resideOutsideOfPackage(ROOT + ".junit").and(resideOutsideOfPackage(ROOT + ".assertj"))))
                    .and()
                    .areDeclaredInClassesThat(DescribedPredicate.not(name(IS_ABOUT_CONTAINERS)))
                    .should(new HaveOnlyOwnTypes())
                    .check(LIBRARY);
        }

        private static void isSeenOnlyBy(String library, String... packages) {
            noClasses()
                    .that()
                    .resideOutsideOfPackages(
                            Stream.of(packages).map(Packages::fullName).toArray(String[]::new))
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage(library)
                    .check(LIBRARY);
        }
    }

    @Nested
    class Public_types {

        @Test
        void say_how_stable_they_are() {
            classes()
                    .that()
                    .arePublic()
                    .and()
                    .areTopLevelClasses()
                    .should()
                    .beAnnotatedWith(API.class)
                    .check(LIBRARY);
        }

        @Test
        void are_final_or_sealed_unless_they_are_interfaces() {
            classes()
                    .that()
                    .arePublic()
                    .and()
                    .areNotInterfaces()
                    .should(new BeClosed())
                    .check(LIBRARY);
        }

        @Test
        void have_names_that_say_something() {
            noClasses()
                    .should()
                    .haveSimpleNameEndingWith("Utils")
                    .orShould()
                    .haveSimpleNameEndingWith("Util")
                    .orShould()
                    .haveSimpleNameEndingWith("Impl")
                    .orShould()
                    .haveSimpleNameEndingWith("Helper")
                    .check(LIBRARY);
        }
    }

    @Nested
    class Code {

        @Test
        void reads_the_clock_only_through_the_ticker() {
            noClasses()
                    .that()
                    .doNotHaveFullyQualifiedName(READ_THE_CLOCK.get(0))
                    .and()
                    .doNotHaveFullyQualifiedName(READ_THE_CLOCK.get(1))
                    .should()
                    .accessTargetWhere(of(System.class, "nanoTime")
                            .or(of(System.class, "currentTimeMillis"))
                            .or(of(Instant.class, "now")))
                    .check(LIBRARY);
        }

        /** A call or a method reference. */
        private static DescribedPredicate<JavaAccess<?>> of(Class<?> owner, String method) {
            return DescribedPredicate.describe(
                    "is " + owner.getSimpleName() + "." + method + "()",
                    access -> access.getTargetOwner().isEquivalentTo(owner)
                            && access.getTarget().getName().equals(method));
        }

        @Test
        void prints_only_verdicts() {
            noClasses()
                    .that()
                    .doNotHaveFullyQualifiedName(PRINTS)
                    .should()
                    .accessField(System.class, "out")
                    .orShould()
                    .accessField(System.class, "err")
                    .orShould()
                    .callMethod(Throwable.class, "printStackTrace")
                    .check(LIBRARY);
        }

        @Test
        void formats_text_the_same_everywhere() {
            noClasses()
                    .should()
                    .callMethod(String.class, "format", String.class, Object[].class)
                    .orShould()
                    .callMethod(String.class, "formatted", Object[].class)
                    .orShould()
                    .callMethod(String.class, "toLowerCase")
                    .orShould()
                    .callMethod(String.class, "toUpperCase")
                    .check(LIBRARY);
        }

        @Test
        void of_tests_never_sleeps() {
            JavaClasses tests = new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.ONLY_INCLUDE_TESTS)
                    .importPackages(ROOT);
            noClasses()
                    .that()
                    .haveNameMatching(".*Tests(\\$.*)?")
                    .should()
                    .callMethod(Thread.class, "sleep", long.class)
                    .orShould()
                    .callMethod(Thread.class, "sleep", java.time.Duration.class)
                    .check(tests);
        }
    }

    /** Final (as records and most enums are), sealed, or an enum whose constants have bodies. */
    private static final class BeClosed extends ArchCondition<JavaClass> {

        BeClosed() {
            super("be final, sealed or an enum");
        }

        @Override
        public void check(JavaClass item, ConditionEvents events) {
            boolean closed = item.getModifiers().contains(JavaModifier.FINAL)
                    || item.isEnum()
                    || item.reflect().isSealed();
            events.add(new SimpleConditionEvent(item, closed, item.getDescription() + " is open to any subclass"));
        }
    }

    /** Only types of this library and of the JDK as parameters and results. */
    private static final class HaveOnlyOwnTypes extends ArchCondition<JavaMethod> {

        HaveOnlyOwnTypes() {
            super("have only types of this library and of the JDK in their signatures");
        }

        @Override
        public void check(JavaMethod item, ConditionEvents events) {
            Stream.concat(item.getRawParameterTypes().stream(), Stream.of(item.getRawReturnType()))
                    .map(JavaClass::getBaseComponentType)
                    .filter(type -> !type.isPrimitive())
                    .filter(type -> !type.getName().startsWith("java"))
                    .filter(type -> !type.getName().startsWith(ROOT))
                    .forEach(type -> events.add(
                            SimpleConditionEvent.violated(item, item.getDescription() + " shows " + type.getName())));
        }
    }
}
