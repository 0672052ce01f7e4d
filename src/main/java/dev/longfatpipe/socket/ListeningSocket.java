/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.socket;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;

/** What a listening socket and a listening channel have in common. */
interface ListeningSocket {

    boolean isBound();

    boolean isClosed();

    /** The port; -1 or 0 when it is not bound. */
    int localPort();

    int receiveBuffer() throws IOException;

    void receiveBuffer(int bytes) throws IOException;

    /** A {@link ServerSocket}. */
    record Plain(ServerSocket socket) implements ListeningSocket {

        @Override
        public boolean isBound() {
            return socket.isBound();
        }

        @Override
        public boolean isClosed() {
            return socket.isClosed();
        }

        @Override
        public int localPort() {
            return socket.getLocalPort();
        }

        @Override
        public int receiveBuffer() throws IOException {
            return socket.getReceiveBufferSize();
        }

        @Override
        public void receiveBuffer(int bytes) throws IOException {
            socket.setReceiveBufferSize(bytes);
        }
    }

    /** A {@link ServerSocketChannel}. */
    record Channel(ServerSocketChannel channel) implements ListeningSocket {

        @Override
        public boolean isBound() {
            return channel.socket().isBound();
        }

        @Override
        public boolean isClosed() {
            return !channel.isOpen();
        }

        @Override
        public int localPort() {
            return channel.socket().getLocalPort();
        }

        @Override
        public int receiveBuffer() throws IOException {
            return channel.getOption(StandardSocketOptions.SO_RCVBUF);
        }

        @Override
        public void receiveBuffer(int bytes) throws IOException {
            channel.setOption(StandardSocketOptions.SO_RCVBUF, bytes);
        }
    }
}
