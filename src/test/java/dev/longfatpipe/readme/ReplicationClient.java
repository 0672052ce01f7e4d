/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.readme;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/** A client with a line that somebody wrote in 2009. */
final class ReplicationClient {

    byte[] download(InetSocketAddress origin) throws IOException {
        try (Socket socket = new Socket()) {
            socket.setReceiveBufferSize(65_536);
            socket.connect(origin);
            socket.getOutputStream().write(1);
            return socket.getInputStream().readAllBytes();
        }
    }
}
