/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import dev.longfatpipe.safety.Fuzz;
import dev.longfatpipe.safety.Fuzz.Outcome;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** Any text is a table of UDP sockets or none, and never an error. */
@Tag("safety")
@ResourceLock(Resources.LOCALE)
class UdpDropsFuzzTests {

    private static final int BYTES_PER_CHARACTER = 1_000;
    private static final InetSocketAddress AT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0x14E9);

    @Test
    void of_a_table(TestReporter reporter) throws InterruptedException {
        List<String> valid = List.of(
                "  101: 0100007F:14E9 00000000:0000 07 00000000:00000000 00:00000000 00000000  1000        0 22001 2"
                        + " 0000000000000000 17",
                "  102: 00000000:14E9 00000000:0000 07 00000000:00001A00 00:00000000 00000000  1000        0 22002 2"
                        + " 0000000000000000 4294967295",
                "  104: 0000000000000000FFFF00000100007F:14E9 00000000000000000000000000000000:0000 07"
                        + " 00000000:00000000 00:00000000 00000000  1000        0 22004 2 0000000000000000 3");
        Fuzz.texts("udp table", valid, BYTES_PER_CHARACTER, UdpDropsFuzzTests::table)
                .run(reporter);
    }

    private static Outcome table(String input) {
        long drops = UdpDrops.parse(input.lines().toList()).at(AT);
        if (drops < 0) {
            throw new AssertionError("has dropped " + drops);
        }
        return new Outcome(drops > 0, drops);
    }
}
