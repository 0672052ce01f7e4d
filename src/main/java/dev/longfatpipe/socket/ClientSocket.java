/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.socket;

import java.io.IOException;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;

/** What a socket and a channel have in common. */
interface ClientSocket {

    boolean isConnected();

    /** The port of this end; -1 or 0 when it is not bound. */
    int localPort();

    int receiveBuffer() throws IOException;

    void receiveBuffer(int bytes) throws IOException;

    int sendBuffer() throws IOException;

    void sendBuffer(int bytes) throws IOException;

    /** A {@link Socket}. */
    record Plain(Socket socket) implements ClientSocket {

        @Override
        public boolean isConnected() {
            return socket.isConnected();
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

        @Override
        public int sendBuffer() throws IOException {
            return socket.getSendBufferSize();
        }

        @Override
        public void sendBuffer(int bytes) throws IOException {
            socket.setSendBufferSize(bytes);
        }
    }

    /** A {@link SocketChannel}. */
    record Channel(SocketChannel channel) implements ClientSocket {

        @Override
        public boolean isConnected() {
            return channel.isConnected() || channel.isConnectionPending();
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

        @Override
        public int sendBuffer() throws IOException {
            return channel.getOption(StandardSocketOptions.SO_SNDBUF);
        }

        @Override
        public void sendBuffer(int bytes) throws IOException {
            channel.setOption(StandardSocketOptions.SO_SNDBUF, bytes);
        }
    }
}
