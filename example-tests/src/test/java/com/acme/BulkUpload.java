/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import dev.longfatpipe.units.DataSize;
import java.io.Closeable;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import javax.net.SocketFactory;

/** An upload to a {@link BulkServer}, sent part by part and ended with one more byte, so that no answer comes before. */
final class BulkUpload implements Closeable {

    private final Socket socket;

    private BulkUpload(Socket socket) {
        this.socket = socket;
    }

    static BulkUpload begin(SocketFactory factory, InetSocketAddress server, DataSize total) throws IOException {
        BulkUpload upload = new BulkUpload(factory.createSocket());
        try {
            upload.socket.connect(server);
            new DataOutputStream(upload.socket.getOutputStream()).writeLong(-(total.bytes() + 1));
            return upload;
        } catch (IOException e) {
            upload.close();
            throw e;
        }
    }

    /** Sends the next bytes. */
    void send(DataSize part) throws IOException {
        BulkServer.send(socket.getOutputStream(), part.bytes());
    }

    /** Ends the upload, and waits until the server has received everything. */
    void finish() throws IOException {
        socket.getOutputStream().write(0);
        BulkServer.receive(socket.getInputStream(), 1);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
