/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/** The relay's end of one leg: a channel and what it is being watched for. */
final class Endpoint {

    private final SocketChannel channel;
    private final SelectionKey key;
    private boolean outputShut;

    Endpoint(SocketChannel channel, Selector selector, Engine.Ready ready) throws IOException {
        this.channel = channel;
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        this.key = channel.register(selector, 0, ready);
    }

    SocketChannel channel() {
        return channel;
    }

    InetSocketAddress local() throws IOException {
        return (InetSocketAddress) channel.getLocalAddress();
    }

    InetSocketAddress remote() throws IOException {
        return (InetSocketAddress) channel.getRemoteAddress();
    }

    /** The relay's socket holds little more than so many bytes that the application's has no room for. */
    void holdAtMost(int bytes) {
        try {
            channel.setOption(StandardSocketOptions.SO_SNDBUF, bytes);
        } catch (IOException e) {
            // The channel is closed, and holds nothing.
        }
    }

    void watch(int operation, boolean wanted) {
        if (key.isValid()) {
            int before = key.interestOps();
            int after = wanted ? before | operation : before & ~operation;
            if (after != before) {
                key.interestOps(after);
            }
        }
    }

    boolean isOpen() {
        return channel.isOpen();
    }

    /** Ends the stream towards the application. */
    void shutdownOutput() throws IOException {
        if (!outputShut && channel.isOpen()) {
            outputShut = true;
            channel.shutdownOutput();
        }
    }

    boolean isOutputShut() {
        return outputShut;
    }

    void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // The descriptor is gone either way.
        }
    }

    /** Closes so that the application's kernel receives a RST. */
    void reset() {
        try {
            if (channel.isOpen()) {
                channel.setOption(StandardSocketOptions.SO_LINGER, 0);
            }
        } catch (IOException | UnsupportedOperationException e) {
            // It is closed below all the same.
        }
        close();
    }
}
