/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import dev.longfatpipe.baseline.GatePolicy;
import dev.longfatpipe.units.DurationText;
import dev.longfatpipe.units.Utilisation;
import java.lang.reflect.AnnotatedElement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** The {@link ThroughputBaseline} of a test, read. */
final class GateDeclaration {

    private static final String ANNOTATION = "ThroughputBaseline";

    private GateDeclaration() {}

    /**
     * Finds it: on the method, the class and its superclasses, the enclosing classes from the inside out.
     *
     * @return how its verdict is found; empty without one
     * @throws ExtensionConfigurationException when an attribute or a setting is out of range
     */
    static Optional<GatePolicy> of(ExtensionContext test, GateSettings settings) {
        List<AnnotatedElement> places = new ArrayList<>(test.getEnclosingTestClasses());
        test.getTestClass().ifPresent(places::add);
        test.getTestMethod().ifPresent(places::add);
        Collections.reverse(places);
        return places.stream()
                .map(place -> AnnotationSupport.findAnnotation(place, ThroughputBaseline.class))
                .flatMap(Optional::stream)
                .findFirst()
                .map(annotation -> read(annotation, settings));
    }

    private static GatePolicy read(ThroughputBaseline annotation, GateSettings settings) {
        try {
            Duration budget = DurationText.parse("budget", annotation.budget());
            return new GatePolicy(
                    Utilisation.parse("minimumDrop", annotation.minimumDrop()),
                    settings.repeats().orElse(annotation.repeats()),
                    settings.budget().orElse(budget),
                    annotation.samples());
        } catch (IllegalArgumentException e) {
            throw new ExtensionConfigurationException("@" + ANNOTATION + ": " + e.getMessage(), e);
        }
    }
}
