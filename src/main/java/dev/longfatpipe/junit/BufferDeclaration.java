/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import dev.longfatpipe.kernel.BufferSetting;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.socket.BufferSize;
import dev.longfatpipe.socket.BufferedSockets;
import dev.longfatpipe.socket.SocketBufferPolicy;
import dev.longfatpipe.spi.DeclaredBuffers;
import java.lang.reflect.AnnotatedElement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** The {@link SocketBuffers} of a test, read. */
record BufferDeclaration(SocketBuffers annotation, SocketBufferPolicy policy) {

    private static final String ANNOTATION = "SocketBuffers";

    /**
     * Finds it: on the method, the class and its superclasses, the enclosing classes from the inside out.
     *
     * @throws ExtensionConfigurationException when a size cannot be read
     */
    static Optional<BufferDeclaration> of(ExtensionContext test) {
        List<AnnotatedElement> places = new ArrayList<>(test.getEnclosingTestClasses());
        test.getTestClass().ifPresent(places::add);
        test.getTestMethod().ifPresent(places::add);
        Collections.reverse(places);
        return places.stream()
                .map(place -> AnnotationSupport.findAnnotation(place, SocketBuffers.class))
                .flatMap(Optional::stream)
                .findFirst()
                .map(BufferDeclaration::read);
    }

    private static BufferDeclaration read(SocketBuffers annotation) {
        BufferSize receive =
                reading("receive", annotation.receive(), () -> BufferSize.parse("receive", annotation.receive()));
        BufferSize send = reading("send", annotation.send(), () -> BufferSize.parse("send", annotation.send()));
        return new BufferDeclaration(annotation, new SocketBufferPolicy(receive, send));
    }

    /** Whether the sizes mean something only on a path. */
    boolean needsPath() {
        return policy.receive().withoutPath().isEmpty()
                || policy.send().withoutPath().isEmpty();
    }

    BufferedSockets withoutPath() {
        return BufferedSockets.of(policy);
    }

    /** @throws ExtensionConfigurationException when the sizes are multiples of what the path does not have */
    BufferedSockets on(Path path) {
        setting("receive", annotation.receive(), policy.receive(), path);
        setting("send", annotation.send(), policy.send(), path);
        return BufferedSockets.of(policy, path);
    }

    /** What a backend takes for sockets that it cannot read. */
    DeclaredBuffers declaredOn(Path path) {
        BufferSetting receive = setting("receive", annotation.receive(), policy.receive(), path);
        BufferSetting send = setting("send", annotation.send(), policy.send(), path);
        boolean client = isOf(SocketBuffers.End.CLIENT);
        boolean server = isOf(SocketBuffers.End.SERVER);
        return new DeclaredBuffers(
                client ? receive : BufferSetting.auto(),
                client ? send : BufferSetting.auto(),
                server ? receive : BufferSetting.auto(),
                server ? send : BufferSetting.auto());
    }

    private boolean isOf(SocketBuffers.End end) {
        return Arrays.asList(annotation.ends()).contains(end);
    }

    private static BufferSetting setting(String attribute, String text, BufferSize size, Path path) {
        return reading(attribute, text, () -> size.on(path));
    }

    private static <T> T reading(String attribute, String text, Supplier<T> reader) {
        try {
            return reader.get();
        } catch (IllegalArgumentException e) {
            throw new ExtensionConfigurationException(
                    AnnotationText.of(ANNOTATION, attribute, text) + ": " + e.getMessage(), e);
        }
    }
}
