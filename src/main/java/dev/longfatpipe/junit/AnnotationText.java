/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import dev.longfatpipe.path.LossTreatment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Writes a {@link LongFatPipe} as it stands in the source, without what is at its default. */
final class AnnotationText {

    private final List<String> attributes = new ArrayList<>();

    private AnnotationText() {}

    static String of(LongFatPipe pipe) {
        AnnotationText text = new AnnotationText();
        text.add("name", pipe.name());
        text.add("path", pipe.path());
        text.add("rtt", pipe.rtt());
        text.add("delayUpstream", pipe.delayUpstream());
        text.add("delayDownstream", pipe.delayDownstream());
        text.add("rate", pipe.rate());
        text.add("rateUpstream", pipe.rateUpstream());
        text.add("rateDownstream", pipe.rateDownstream());
        if (pipe.perConnectionRate()) {
            text.attributes.add("perConnectionRate = true");
        }
        text.add("loss", pipe.loss());
        if (pipe.lossAs() != LossTreatment.PACKETS) {
            text.attributes.add("lossAs = " + pipe.lossAs());
        }
        text.add("jitter", pipe.jitter());
        text.add("queue", pipe.queue());
        text.addNumber("mtu", pipe.mtu());
        text.add("kernel", pipe.kernel());
        text.add("sysctls", pipe.sysctls());
        text.add("congestionControl", pipe.congestionControl());
        text.add("backend", pipe.backend());
        text.addNumber("seed", pipe.seed());
        text.add("atLeast", pipe.atLeast());
        text.add("goodputAtLeast", pipe.goodputAtLeast());
        text.add("completesWithin", pipe.completesWithin());
        if (pipe.concurrent()) {
            text.attributes.add("concurrent = true");
        }
        return "@LongFatPipe(" + String.join(", ", text.attributes) + ")";
    }

    /** One attribute: {@code @LongFatPipe(rate = "100")}. */
    static String of(String annotation, String attribute, String value) {
        return "@" + annotation + "(" + attribute + " = " + quoted(value) + ")";
    }

    private void add(String attribute, String value) {
        if (!value.isEmpty()) {
            attributes.add(attribute + " = " + quoted(value));
        }
    }

    private void add(String attribute, String[] values) {
        if (values.length == 1) {
            add(attribute, values[0]);
        } else if (values.length > 1) {
            attributes.add(attribute + " = "
                    + Arrays.stream(values).map(AnnotationText::quoted).collect(Collectors.joining(", ", "{", "}")));
        }
    }

    private void addNumber(String attribute, long value) {
        if (value != 0) {
            attributes.add(attribute + " = " + value);
        }
    }

    private static String quoted(String value) {
        return "\"" + value + "\"";
    }
}
