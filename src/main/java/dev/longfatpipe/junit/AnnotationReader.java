/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import dev.longfatpipe.PipeBuilder;
import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.path.PathBuilder;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DurationText;
import dev.longfatpipe.units.Utilisation;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;

/** Makes a pipe of an annotation; the one place where its texts become values. */
final class AnnotationReader {

    private static final String ANNOTATION = "LongFatPipe";
    private static final String HOST = "host";

    private final LongFatPipe pipe;

    private AnnotationReader(LongFatPipe pipe) {
        this.pipe = pipe;
    }

    /**
     * Reads an annotation.
     *
     * @throws ExtensionConfigurationException when an attribute cannot be read; the message names it and says what to write
     */
    static PipeSpec read(LongFatPipe pipe, Settings settings) {
        return new AnnotationReader(pipe).read(settings);
    }

    private PipeSpec read(Settings settings) {
        KernelProfile kernel = kernel(settings);
        return new PipeSpec(
                        AnnotationText.of(pipe),
                        pipe.name(),
                        path(),
                        pipe.backend().isEmpty() ? PipeBuilder.DEFAULT_BACKEND : pipe.backend(),
                        Optional.empty(),
                        kernel,
                        kernel,
                        pipe.seed() == 0 ? PipeBuilder.DEFAULT_SEED : pipe.seed(),
                        pipe.perConnectionRate(),
                        pipe.lossAs(),
                        new Requirements(
                                attribute("atLeast", pipe.atLeast(), text -> Utilisation.parse("atLeast", text)),
                                attribute(
                                        "goodputAtLeast",
                                        pipe.goodputAtLeast(),
                                        text -> DataRate.parse("goodputAtLeast", text)),
                                attribute(
                                        "completesWithin",
                                        pipe.completesWithin(),
                                        text -> DurationText.parse("completesWithin", text))))
                .overriddenBy(settings);
    }

    private Path path() {
        PathBuilder path =
                attribute("path", pipe.path(), Path::named).map(Path::toBuilder).orElseGet(Path::builder);
        attribute("rtt", pipe.rtt(), path::rtt);
        attribute("rate", pipe.rate(), path::rate);
        attribute("delayUpstream", pipe.delayUpstream(), text -> path.delay(Direction.UPSTREAM, text));
        attribute("delayDownstream", pipe.delayDownstream(), text -> path.delay(Direction.DOWNSTREAM, text));
        attribute("rateUpstream", pipe.rateUpstream(), text -> path.rate(Direction.UPSTREAM, text));
        attribute("rateDownstream", pipe.rateDownstream(), text -> path.rate(Direction.DOWNSTREAM, text));
        attribute("loss", pipe.loss(), path::loss);
        attribute("jitter", pipe.jitter(), path::jitter);
        attribute("queue", pipe.queue(), path::queue);
        if (pipe.mtu() != 0) {
            reading("@" + ANNOTATION + "(mtu = " + pipe.mtu() + ")", () -> path.mtu(pipe.mtu()));
        }
        return reading(AnnotationText.of(pipe), path::build);
    }

    private KernelProfile kernel(Settings settings) {
        KernelProfile kernel = settings.kernel()
                .or(() -> attribute("kernel", pipe.kernel(), KernelProfile::named))
                .orElseGet(() -> KernelProfile.named(HOST));
        for (String sysctl : pipe.sysctls()) {
            KernelProfile before = kernel;
            kernel = reading(AnnotationText.of(ANNOTATION, "sysctls", sysctl), () -> before.with(sysctl));
        }
        KernelProfile before = kernel;
        return attribute(
                        "congestionControl",
                        pipe.congestionControl(),
                        name -> before.with("net.ipv4.tcp_congestion_control", name))
                .orElse(kernel);
    }

    private static <T> Optional<T> attribute(String attribute, String text, Function<String, T> reader) {
        return text.isEmpty()
                ? Optional.empty()
                : Optional.of(reading(AnnotationText.of(ANNOTATION, attribute, text), () -> reader.apply(text)));
    }

    private static <T> T reading(String origin, Supplier<T> reader) {
        try {
            return reader.get();
        } catch (IllegalArgumentException e) {
            throw new ExtensionConfigurationException(origin + ": " + e.getMessage(), e);
        }
    }
}
