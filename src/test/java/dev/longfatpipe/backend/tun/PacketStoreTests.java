/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PacketStoreTests {

    @Test
    void gives_packets_of_every_size_back_in_order() {
        Random random = new Random(3);
        try (PacketStore.Chunks chunks = new PacketStore.Chunks(64 << 20)) {
            PacketStore store = new PacketStore(chunks);
            Deque<byte[]> expected = new ArrayDeque<>();
            for (int i = 0; i < 20_000; i++) {
                if (random.nextInt(100) < 52) {
                    byte[] packet = new byte[1 + random.nextInt(random.nextInt(20) == 0 ? 65_545 : 1_510)];
                    random.nextBytes(packet);
                    assertThat(store.add(i, packet.length, ByteBuffer.wrap(packet), 0, packet.length))
                            .isTrue();
                    expected.addLast(packet);
                } else if (!expected.isEmpty()) {
                    byte[] first = expected.removeFirst();
                    assertThat(store.owner()).isEqualTo(first.length);
                    assertThat(Arrays.equals(Packets.bytes(store.bytes(), store.at(), store.length()), first))
                            .isTrue();
                    store.remove();
                }
                assertThat(store.size()).isEqualTo(expected.size());
            }
            store.clear();
        }
    }

    @Test
    void empty_one_is_due_never() {
        try (PacketStore.Chunks chunks = new PacketStore.Chunks(1 << 20)) {
            PacketStore store = new PacketStore(chunks);
            assertThat(store.nextNanos()).isEqualTo(Long.MAX_VALUE);
            store.add(7, 0, ByteBuffer.allocate(1), 0, 1);
            assertThat(store.nextNanos()).isEqualTo(7);
            store.remove();
            assertThat(store.nextNanos()).isEqualTo(Long.MAX_VALUE);
        }
    }
}
