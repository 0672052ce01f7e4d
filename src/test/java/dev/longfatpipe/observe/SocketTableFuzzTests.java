/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import dev.longfatpipe.safety.Fuzz;
import dev.longfatpipe.safety.Fuzz.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/**
 * Whatever the kernel answers, or seems to, is a record or none, and never an error; nor is what {@code ss} writes of it.
 */
@Tag("safety")
@ResourceLock(Resources.LOCALE)
class SocketTableFuzzTests {

    /**
     * Answers of Linux 6.18: both ends of a connection with bytes under way, no such socket, a listener in its place, an end
     * whose peer has ended, and what is left of both afterwards.
     */
    private static final List<byte[]> ANSWERS = answers();

    private static List<byte[]> answers() {
        try (InputStream in =
                Objects.requireNonNull(SocketTableFuzzTests.class.getResourceAsStream("/netlink/linux-6.18.hex"))) {
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII)
                    .lines()
                    .map(HexFormat.of()::parseHex)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void of_netlink_answers(TestReporter reporter) throws InterruptedException {
        Fuzz.bytes("netlink answer", ANSWERS, SocketTableFuzzTests::answer).run(reporter);
    }

    private static Outcome answer(byte[] input) {
        Optional<SocketRecord> record = SockDiagMessages.parse(input);
        boolean gone = SockDiagMessages.saysGone(input);
        if (gone && record.isPresent()) {
            throw new AssertionError("is gone, and is " + record);
        }
        SockDiagMessages.answers(1, input, input.length);
        record.ifPresent(SocketTableFuzzTests::requireRanges);
        return new Outcome(record.isPresent(), record + " " + gone);
    }

    private static void requireRanges(SocketRecord record) {
        boolean unsigned = isUnsignedInt(record.receiveBuffer())
                && isUnsignedInt(record.sendBuffer())
                && isUnsignedInt(record.receiveQueue())
                && isUnsignedInt(record.sendQueue())
                && isUnsignedInt(record.unreadBytes());
        if (!unsigned) {
            throw new AssertionError("is " + record);
        }
    }

    private static boolean isUnsignedInt(long value) {
        return value >= 0 && value <= 0xffff_ffffL;
    }

    @Test
    void of_tcp_info(TestReporter reporter) throws InterruptedException {
        Fuzz.bytes("tcp_info", ANSWERS, SocketTableFuzzTests::info).run(reporter);
    }

    /** The first two bytes say where it begins and how much shorter than the rest it is. */
    private static Outcome info(byte[] input) {
        if (input.length < 2) {
            return new Outcome(false, "too short");
        }
        int from = Math.min(2 + (input[0] & 0xff), input.length);
        int length = Math.max(0, input.length - from - (input[1] & 0xff));
        TcpInfo info = TcpInfoReader.read(ByteBuffer.wrap(input).order(ByteOrder.nativeOrder()), from, length);
        boolean inRange = info.state() >= 0
                && info.state() <= 0xff
                && info.sendWindowScale() >= 0
                && info.sendWindowScale() <= 15
                && info.receiveWindowScale() >= 0
                && info.receiveWindowScale() <= 15
                && isUnsignedInt(info.rttMicros())
                && isUnsignedInt(info.congestionWindowSegments());
        if (!inRange) {
            throw new AssertionError("is " + info);
        }
        return new Outcome(true, info);
    }

    /** Of Linux 6.18 and 6.1: what ss writes of listeners, senders, receivers, half-closed ends, IPv6. */
    @Test
    void of_lines_of_ss(TestReporter reporter) throws InterruptedException, IOException {
        List<String> lines = new ArrayList<>(SsOutputTests.recorded("linux-6.18"));
        lines.addAll(SsOutputTests.recorded("linux-6.1"));
        Fuzz.texts("line of ss", lines, 600, SocketTableFuzzTests::line).run(reporter);
    }

    private static Outcome line(String text) {
        List<SeenSocket> sockets = SsOutput.parse(text.lines().toList());
        sockets.forEach(socket -> requireRanges(socket.record()));
        return new Outcome(!sockets.isEmpty(), sockets);
    }

    @Test
    void of_idle_times(TestReporter reporter) throws InterruptedException {
        List<String> valid = List.of(
                "cpu  10132153 290696 3084719 46828483 16683 0 25195 0 175628 0\ncpu0 1 2 3 4 5 6\ncpu1 6 5 4 3 2 1\nintr 1\n",
                "cpu 0 0 0 0 0\ncpu0 0 0 0 0 0");
        Fuzz.texts(
                        "idle time",
                        valid,
                        300,
                        text -> new Outcome(
                                true,
                                Optional.ofNullable(
                                        IdleProcessors.parse(text.lines().toList()))))
                .run(reporter);
    }
}
