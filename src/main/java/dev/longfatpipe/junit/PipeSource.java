/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import java.util.List;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Where an extension has its pipes from. */
@FunctionalInterface
interface PipeSource {

    /** From the annotations of the test. */
    PipeSource ANNOTATIONS = (test, settings) -> PipeDeclarations.of(test).stream()
            .map(pipe -> AnnotationReader.read(pipe, settings))
            .toList();

    /**
     * Answers the pipes to open for a test.
     *
     * @throws ExtensionConfigurationException when what asks for them cannot be read
     */
    List<PipeSpec> pipes(ExtensionContext test, Settings settings);
}
