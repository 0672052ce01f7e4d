/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.observe.ConnectionId;
import dev.longfatpipe.observe.PacketCounts;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.path.PathBuilder;
import dev.longfatpipe.path.Queue;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One direction on a driven clock: every time is exact. */
class PacketLaneTests {

    private static final long MILLI = 1_000_000;
    /** 1514 bytes at 10 mbit. */
    private static final long FULL_FRAME_NANOS = 1_211_200;

    private final PacketStore.Chunks chunks = new PacketStore.Chunks(64 << 20);
    private final Conversation connection =
            new Conversation(0, new ConnectionId(1, new InetSocketAddress(1), new InetSocketAddress(2)), 0, false);

    @AfterEach
    void close() {
        chunks.close();
    }

    private static PathBuilder path() {
        return Path.builder().rtt(Duration.ofMillis(40)).rate(DataRate.ofMegabitsPerSecond(10));
    }

    private PacketLane lane(PathBuilder path) {
        return new PacketLane(path.build(), Direction.UPSTREAM, 1, chunks);
    }

    private void enter(PacketLane lane, int payload, int segmentBytes, long nanos) {
        ByteBuffer packet = Packets.tcp(1, 2, IpPacket.ACK, 1, 1, payload);
        ByteBuffer place = ByteBuffer.allocate(VnetHeader.BYTES + packet.capacity());
        if (segmentBytes > 0) {
            place.put(1, (byte) 1).order(ByteOrder.nativeOrder()).putShort(4, (short) segmentBytes);
        }
        place.order(ByteOrder.BIG_ENDIAN).put(VnetHeader.BYTES, Packets.bytes(packet, 0, packet.capacity()));
        IpPacket read = new IpPacket();
        assertThat(read.read(place, VnetHeader.BYTES, packet.capacity())).isTrue();
        lane.enter(read, new PacketLane.Place(place, 0), segmentBytes, connection, nanos);
    }

    private static List<Long> arrivals(PacketLane lane) {
        List<Long> arrivals = new ArrayList<>();
        while (!lane.underWay().isEmpty()) {
            arrivals.add(lane.underWay().nextNanos());
            lane.underWay().remove();
        }
        return arrivals;
    }

    @Test
    void full_segment_takes_the_line_for_1514_bytes_and_then_the_way() {
        PacketLane lane = lane(path());
        enter(lane, 1_448, 0, 0);
        enter(lane, 1_448, 0, 0);
        enter(lane, 0, 0, 0);

        assertThat(arrivals(lane))
                .containsExactly(
                        20 * MILLI + FULL_FRAME_NANOS,
                        20 * MILLI + 2 * FULL_FRAME_NANOS,
                        20 * MILLI + 2 * FULL_FRAME_NANOS + 66 * 800);
        assertThat(lane.counts()).isEqualTo(new PacketCounts(3, 3_052, 0, 0, 0));
        assertThat(lane.busyNanos(Duration.ofSeconds(1).toNanos())).isEqualTo(2 * FULL_FRAME_NANOS + 66 * 800);
    }

    @Test
    void large_packet_takes_the_line_as_its_segments_would() {
        PacketLane lane = lane(path());
        enter(lane, 3 * 1_448 + 100, 1_448, 0);

        assertThat(arrivals(lane)).containsExactly(20 * MILLI + 3 * FULL_FRAME_NANOS + 166 * 800);
        assertThat(lane.counts()).isEqualTo(new PacketCounts(4, 3 * 1_500 + 152, 0, 0, 0));
        assertThat(connection.tally(Direction.UPSTREAM).segments).isEqualTo(4);
    }

    @Test
    void segments_of_a_large_packet_that_find_no_room_are_cut_off() {
        PacketLane lane = lane(path().queue(Queue.ofBytes(DataSize.ofBytes(4 * 1_514))));
        enter(lane, 10 * 1_448, 1_448, 0);

        PacketStore store = lane.underWay();
        IpPacket left = new IpPacket();
        assertThat(left.read(store.bytes(), store.at() + VnetHeader.BYTES, store.length() - VnetHeader.BYTES))
                .isTrue();
        assertThat(left.tcpPayloadBytes()).isEqualTo(4 * 1_448);
        assertThat(arrivals(lane)).containsExactly(20 * MILLI + 4 * FULL_FRAME_NANOS);
        assertThat(lane.counts()).isEqualTo(new PacketCounts(4, 4 * 1_500, 0, 6, 0));
        assertThat(connection.tally(Direction.UPSTREAM).queueDrops).isEqualTo(6);
    }

    @Test
    void lost_packets_are_counted_and_the_same_seed_loses_the_same() {
        List<List<Long>> runs = new ArrayList<>();
        for (int run = 0; run < 2; run++) {
            PacketLane lane = lane(path().loss("10%").queue(Queue.ofBytes(DataSize.ofMebibytes(1))));
            for (int i = 0; i < 500; i++) {
                enter(lane, 1_448, 0, i * 2L * MILLI);
            }
            PacketCounts counts = lane.counts();
            assertThat(counts.pathLosses()).isBetween(25L, 80L);
            assertThat(counts.sent()).isEqualTo(500);
            runs.add(arrivals(lane));
        }

        assertThat(runs.get(0)).isEqualTo(runs.get(1)).hasSizeLessThan(480);
    }

    @Test
    void cut_line_takes_what_is_on_it() {
        PacketLane lane = lane(path());
        enter(lane, 3 * 1_448, 1_448, 0);
        enter(lane, 10, 0, 0);
        lane.cut(MILLI);
        enter(lane, 10, 0, 2 * MILLI);

        assertThat(lane.underWay().isEmpty()).isTrue();
        assertThat(lane.counts()).isEqualTo(new PacketCounts(0, 0, 0, 0, 5));

        lane.restore();
        enter(lane, 1_448, 0, 3 * MILLI);
        assertThat(arrivals(lane)).containsExactly(23 * MILLI + FULL_FRAME_NANOS);
    }

    @Test
    void what_enters_after_a_change_does_not_overtake() {
        PacketLane lane = lane(path());
        enter(lane, 1_448, 0, 0);
        lane.change(path().rtt(Duration.ofMillis(2)).build(), MILLI / 2);
        enter(lane, 1_448, 0, MILLI);

        assertThat(arrivals(lane)).containsExactly(20 * MILLI + FULL_FRAME_NANOS, 20 * MILLI + FULL_FRAME_NANOS);
    }

    @Test
    void packets_without_memory_are_drops_that_nobody_asked_for() {
        PacketStore.Chunks small = new PacketStore.Chunks(PacketStore.CHUNK_BYTES);
        PacketLane lane = new PacketLane(
                path().queue(Queue.ofBytes(DataSize.ofMebibytes(9))).build(), Direction.UPSTREAM, 1, small);
        for (int i = 0; i < 300; i++) {
            enter(lane, 1_448, 0, 0);
        }

        assertThat(lane.counts().sent()).isEqualTo(300);
        assertThat(lane.counts().unaskedDrops()).isBetween(100L, 150L);
        lane.underWay().clear();
        small.close();
    }
}
