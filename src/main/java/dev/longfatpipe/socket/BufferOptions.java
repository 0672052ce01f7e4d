/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.socket;

import dev.longfatpipe.kernel.BufferSetting;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArraySet;

/** Sets the options of sockets, and notes what became of them. */
final class BufferOptions {

    private final BufferSetting receive;
    private final BufferSetting send;
    private final Set<ListeningSocket> listeners = ConcurrentHashMap.newKeySet();
    private final Set<String> warnings = new CopyOnWriteArraySet<>();

    BufferOptions(BufferSetting receive, BufferSetting send) {
        this.receive = receive;
        this.send = send;
    }

    List<String> warnings() {
        return List.copyOf(warnings);
    }

    void applyTo(ClientSocket socket) throws IOException {
        // A size set after the connection stands is in force all the same, only its window scale is not.
        boolean connected = socket.isConnected();
        if (!receive.isAuto() && !(connected && wasAccepted(socket))) {
            int wanted = bytes(receive);
            socket.receiveBuffer(wanted);
            if (connected) {
                warnings.add("SO_RCVBUF " + wanted + " was set on a socket that is already connected: its window scale"
                        + " was fixed in the SYN, so that the window may stay smaller; set it before connect()");
            }
            noteCap("SO_RCVBUF", "net.core.rmem_max", wanted, socket.receiveBuffer());
        }
        if (!send.isAuto()) {
            int wanted = bytes(send);
            socket.sendBuffer(wanted);
            noteCap("SO_SNDBUF", "net.core.wmem_max", wanted, socket.sendBuffer());
        }
    }

    void applyTo(ListeningSocket listener) throws IOException {
        listeners.removeIf(ListeningSocket::isClosed);
        listeners.add(listener);
        if (receive.isAuto()) {
            return;
        }
        int wanted = bytes(receive);
        listener.receiveBuffer(wanted);
        if (listener.isBound()) {
            warnings.add("SO_RCVBUF " + wanted + " was set on a listening socket that is already bound: connections"
                    + " accepted before have another buffer and window scale; set it before bind()");
        }
        noteCap("SO_RCVBUF", "net.core.rmem_max", wanted, listener.receiveBuffer());
    }

    private boolean wasAccepted(ClientSocket socket) {
        int port = socket.localPort();
        return port > 0 && listeners.stream().anyMatch(listener -> listener.localPort() == port);
    }

    private void noteCap(String option, String sysctl, int wanted, int granted) {
        if (granted < wanted) {
            warnings.add(option + " " + wanted + " was cut to " + granted + " by the kernel, without an error: raise "
                    + sysctl + " to at least " + wanted);
        }
    }

    private static int bytes(BufferSetting setting) {
        return Math.toIntExact(setting.requested().orElseThrow().bytes());
    }
}
