/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.jna.Platform;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NetlinkTests {

    private static final int HEADER = 16;
    private static final int DONE = 3;
    private static final int ERROR = 2;

    private final List<Netlink.Message> answers = new ArrayList<>();

    private static byte[] message(int type, int sequence, int... body) {
        ByteBuffer bytes = ByteBuffer.allocate(HEADER + 4 * body.length).order(ByteOrder.nativeOrder());
        bytes.putInt(bytes.capacity())
                .putShort((short) type)
                .putShort((short) 2)
                .putInt(sequence)
                .putInt(0);
        for (int each : body) {
            bytes.putInt(each);
        }
        return bytes.array();
    }

    private static ByteBuffer join(byte[]... messages) {
        ByteBuffer all = ByteBuffer.allocate(4_096);
        for (byte[] each : messages) {
            all.put(each);
        }
        return all.flip();
    }

    @Test
    void messages_are_read_until_the_last() throws IOException {
        assertThat(Netlink.read(join(message(36, 7, 1), message(36, 7, 2)), 7, answers))
                .as("more is to come")
                .isTrue();
        assertThat(Netlink.read(join(message(36, 7, 3), message(DONE, 7, 0)), 7, answers))
                .isFalse();

        assertThat(answers).extracting(each -> each.body().getInt(0)).containsExactly(1, 2, 3);
        assertThat(answers).extracting(Netlink.Message::type).containsOnly(36);
    }

    @Test
    void what_answers_another_request_is_passed_over() throws IOException {
        assertThat(Netlink.read(join(message(36, 6, 1), message(ERROR, 6, -2), message(DONE, 6, 0)), 7, answers))
                .isTrue();

        assertThat(answers).isEmpty();
    }

    @Test
    void a_refusal_says_why() {
        assertThatThrownBy(() -> Netlink.read(join(message(ERROR, 7, -95)), 7, answers))
                .isInstanceOf(IOException.class)
                .hasMessage("netlink refuses the request with errno 95");
    }

    @Test
    void an_acknowledgement_ends_the_answer() throws IOException {
        assertThat(Netlink.read(join(message(ERROR, 7, 0)), 7, answers)).isFalse();
    }

    @Test
    void half_a_message_is_none() {
        ByteBuffer half = join(message(36, 7, 1, 2, 3)).limit(20);

        assertThatThrownBy(() -> Netlink.read(half, 7, answers)).hasMessage("netlink sent a message of 28 bytes in 20");
    }

    @Test
    void garbage_ends_it() {
        Random random = new Random(4711);
        for (int i = 0; i < 20_000; i++) {
            ByteBuffer bytes = join(message(36, 7, 1), message(36, 7, 2), message(DONE, 7, 0));
            for (int flips = 1 + random.nextInt(8); flips > 0; flips--) {
                bytes.put(random.nextInt(bytes.limit()), (byte) random.nextInt());
            }
            try {
                Netlink.read(bytes, 7, answers);
            } catch (IOException told) {
                assertThat(told).hasMessageStartingWith("netlink ");
            }
        }
        assertThat(answers).isNotEmpty();
    }

    @Test
    void a_namespace_that_is_not_there_is_named() {
        assumeThat(Platform.isLinux()).isTrue();

        assertThatThrownBy(() -> Netlink.in(Path.of("/var/run/netns/no-such-namespace"), Netlink.ROUTE))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("namespace [/var/run/netns/no-such-namespace] cannot be entered: ");
    }
}
