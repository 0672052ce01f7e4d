/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.observe.BufferReading;
import dev.longfatpipe.observe.ConnectionId;
import dev.longfatpipe.observe.ConnectionSample;
import dev.longfatpipe.observe.FlowSample;
import dev.longfatpipe.observe.SenderTimes;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ConversationSampleTests {

    private static final ConnectionId ID = new ConnectionId(1, new InetSocketAddress(1), new InetSocketAddress(2));

    private static FlowSample downstream(long deliveredByPackets, long readBySocket, long unreadInSocket) {
        Tally down = new Tally();
        down.deliverDatagram((int) deliveredByPackets, 5);
        ConnectionSample kernel =
                new ConnectionSample(ID, 0, true, FlowSample.NONE, kernel(readBySocket, unreadInSocket));
        return new ConversationSample(0, ID, 0, true, false, new Tally(), down)
                .with(kernel)
                .downstream();
    }

    private static FlowSample kernel(long delivered, long unread) {
        FlowSample none = FlowSample.NONE;
        BufferReading auto = none.sender();
        return new FlowSample(
                0,
                delivered,
                unread,
                0,
                0,
                0,
                0,
                Duration.ZERO,
                Duration.ZERO,
                0,
                0,
                0,
                0,
                SenderTimes.NONE,
                SenderTimes.NONE,
                Duration.ZERO,
                auto,
                auto,
                0,
                0);
    }

    @Test
    void bytes_in_the_socket_are_not_delivered_to_the_application() {
        FlowSample flow = downstream(1_000, 600, 400);

        assertThat(flow.deliveredBytes()).isEqualTo(600);
        assertThat(flow.unreadBytes()).isEqualTo(400);
    }

    @Test
    void what_arrives_between_the_two_looks_is_not_taken_off() {
        FlowSample flow = downstream(1_000, 900, 400); // 300 bytes came after the packets had been counted

        assertThat(flow.deliveredBytes()).isEqualTo(900);
        assertThat(flow.unreadBytes()).isEqualTo(100);
    }

    @Test
    void socket_that_is_gone_has_nothing_unread() {
        FlowSample flow = downstream(1_000, 700, 0);

        assertThat(flow.deliveredBytes()).isEqualTo(1_000);
        assertThat(flow.unreadBytes()).isZero();
    }
}
