/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.socket;

import dev.longfatpipe.safety.Fuzz;
import dev.longfatpipe.safety.Parsers;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** Any text is a buffer size or is refused with a remedy. */
@Tag("safety")
@ResourceLock(Resources.LOCALE)
class BufferSizeFuzzTests {

    private static final List<String> VALID =
            List.of("auto", "AUTO", "64KiB", "2bdp", "0.5 BDP", "1B", "1073741823B", "1000bdp", "1.5MB", ".001bdp");

    @Test
    void of_buffer_sizes(TestReporter reporter) throws InterruptedException {
        Fuzz.texts("buffer size", VALID, 100, Parsers.exact(BufferSize::parse)).run(reporter);
    }

    @Test
    void of_policies(TestReporter reporter) throws InterruptedException {
        Fuzz.texts(
                        "socket policy",
                        VALID,
                        200,
                        Parsers.exact(
                                text -> SocketBufferPolicy.parse(text, text),
                                policy -> policy.receive().toString()))
                .run(reporter);
    }
}
