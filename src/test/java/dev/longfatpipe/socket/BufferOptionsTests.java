/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.socket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.kernel.BufferSetting;
import dev.longfatpipe.units.DataSize;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class BufferOptionsTests {

    private static final int UNTOUCHED = -1;

    private final BufferOptions options = new BufferOptions(
            BufferSetting.explicit(DataSize.ofBytes(1000)), BufferSetting.explicit(DataSize.ofBytes(2000)));

    @Test
    void an_unconnected_socket_gets_both_buffers_without_a_warning() throws IOException {
        FakeSocket socket = new FakeSocket(false, 0, 5000);

        options.applyTo(socket);

        assertThat(socket.receive).isEqualTo(1000);
        assertThat(socket.send).isEqualTo(2000);
        assertThat(options.warnings()).isEmpty();
    }

    @Test
    void auto_touches_nothing() throws IOException {
        FakeSocket socket = new FakeSocket(true, 4711, 5000);
        FakeListener listener = new FakeListener(true, 80);
        BufferOptions auto = new BufferOptions(BufferSetting.auto(), BufferSetting.auto());

        auto.applyTo(socket);
        auto.applyTo(listener);

        assertThat(socket.receive).isEqualTo(UNTOUCHED);
        assertThat(socket.send).isEqualTo(UNTOUCHED);
        assertThat(listener.receive).isEqualTo(UNTOUCHED);
        assertThat(auto.warnings()).isEmpty();
    }

    @Test
    void a_connected_socket_gets_them_with_a_warning_about_its_window_scale() throws IOException {
        FakeSocket socket = new FakeSocket(true, 4711, 5000);

        options.applyTo(socket);

        assertThat(socket.receive).isEqualTo(1000);
        assertThat(options.warnings())
                .containsExactly("SO_RCVBUF 1000 was set on a socket that is already connected: its window scale was"
                        + " fixed in the SYN, so that the window may stay smaller; set it before connect()");
    }

    @Test
    void what_the_kernel_cut_is_told_once_with_the_sysctl_that_cut_it() throws IOException {
        options.applyTo(new FakeSocket(false, 0, 500));
        options.applyTo(new FakeSocket(false, 0, 500));

        assertThat(options.warnings())
                .containsExactly(
                        "SO_RCVBUF 1000 was cut to 500 by the kernel, without an error: raise net.core.rmem_max to at"
                                + " least 1000",
                        "SO_SNDBUF 2000 was cut to 500 by the kernel, without an error: raise net.core.wmem_max to at"
                                + " least 2000");
    }

    @Test
    void a_listener_gets_the_receive_buffer() throws IOException {
        FakeListener listener = new FakeListener(false, 0);

        options.applyTo(listener);

        assertThat(listener.receive).isEqualTo(1000);
        assertThat(options.warnings()).isEmpty();
    }

    @Test
    void a_bound_listener_gets_it_with_a_warning() throws IOException {
        FakeListener listener = new FakeListener(true, 80);

        options.applyTo(listener);

        assertThat(listener.receive).isEqualTo(1000);
        assertThat(options.warnings())
                .containsExactly("SO_RCVBUF 1000 was set on a listening socket that is already bound: connections"
                        + " accepted before have another buffer and window scale; set it before bind()");
    }

    @Test
    void a_socket_accepted_from_its_listener_has_the_receive_buffer_already() throws IOException {
        options.applyTo(new FakeListener(false, 80));
        FakeSocket accepted = new FakeSocket(true, 80, 5000);

        options.applyTo(accepted);

        assertThat(accepted.receive).isEqualTo(UNTOUCHED);
        assertThat(accepted.send).isEqualTo(2000);
        assertThat(options.warnings()).isEmpty();
    }

    private static final class FakeSocket implements ClientSocket {

        private final boolean connected;
        private final int port;
        private final int cap;
        private int receive = UNTOUCHED;
        private int send = UNTOUCHED;

        FakeSocket(boolean connected, int port, int cap) {
            this.connected = connected;
            this.port = port;
            this.cap = cap;
        }

        @Override
        public boolean isConnected() {
            return connected;
        }

        @Override
        public int localPort() {
            return port;
        }

        @Override
        public int receiveBuffer() {
            return receive;
        }

        @Override
        public void receiveBuffer(int bytes) {
            receive = Math.min(bytes, cap);
        }

        @Override
        public int sendBuffer() {
            return send;
        }

        @Override
        public void sendBuffer(int bytes) {
            send = Math.min(bytes, cap);
        }
    }

    private static final class FakeListener implements ListeningSocket {

        private final boolean bound;
        private final int port;
        private int receive = UNTOUCHED;

        FakeListener(boolean bound, int port) {
            this.bound = bound;
            this.port = port;
        }

        @Override
        public boolean isBound() {
            return bound;
        }

        @Override
        public boolean isClosed() {
            return false;
        }

        @Override
        public int localPort() {
            return port;
        }

        @Override
        public int receiveBuffer() {
            return receive;
        }

        @Override
        public void receiveBuffer(int bytes) {
            receive = bytes;
        }
    }
}
