/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SocketRecordTests {

    private static SocketRecord socket(int state, long receiveQueue) {
        return new SocketRecord(131_072, 87_040, receiveQueue, 0, 0, TcpInfo.onlyState(state));
    }

    @ParameterizedTest
    @ValueSource(ints = {TcpInfo.ESTABLISHED, /* FIN_WAIT1 */ 4, /* FIN_WAIT2 */ 5})
    void all_of_the_receive_queue_is_unread_while_the_peer_may_still_send(int state) {
        assertThat(socket(state, 0).unreadBytes()).isZero();
        assertThat(socket(state, 1).unreadBytes()).isEqualTo(1);
        assertThat(socket(state, 65_536).unreadBytes()).isEqualTo(65_536);
    }

    @ParameterizedTest
    @ValueSource(
            ints = {
                /* TIME_WAIT */
                6, /* CLOSE_WAIT */
                8, /* LAST_ACK */
                9, /* CLOSING */
                11
            })
    void the_end_of_the_stream_is_no_unread_byte(int state) {
        assertThat(socket(state, 0).unreadBytes()).isZero();
        assertThat(socket(state, 1).unreadBytes()).isZero();
        assertThat(socket(state, 65_537).unreadBytes()).isEqualTo(65_536);
    }
}
