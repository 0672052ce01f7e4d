/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import dev.longfatpipe.units.DataSize;
import java.io.IOException;
import java.net.InetSocketAddress;
import javax.net.SocketFactory;

/** Talks to a {@link BulkServer} over one or more plain sockets. */
final class BulkClient {

    private final SocketFactory sockets;

    private BulkClient(SocketFactory sockets) {
        this.sockets = sockets;
    }

    /** A client that leaves all buffers to the kernel. */
    static BulkClient withDefaultBuffers() {
        return new BulkClient(SocketFactory.getDefault());
    }

    /** A client with the buffers that a factory gives to its sockets. */
    static BulkClient with(SocketFactory sockets) {
        return new BulkClient(sockets);
    }

    /** Downloads an equal part over each of several connections at once. */
    void download(InetSocketAddress server, DataSize total, int connections) throws Exception {
        try (BulkDownload download = beginDownload(server, total, connections)) {
            download.receive(total);
        }
    }

    void download(InetSocketAddress server, DataSize total) throws Exception {
        download(server, total, 1);
    }

    void upload(InetSocketAddress server, DataSize total) throws IOException {
        try (BulkUpload upload = beginUpload(server, total)) {
            upload.send(total);
            upload.finish();
        }
    }

    /** Asks for a download that is then received part by part. */
    BulkDownload beginDownload(InetSocketAddress server, DataSize total, int connections) throws IOException {
        return BulkDownload.begin(sockets, server, total, connections);
    }

    /** Announces an upload that is then sent part by part. */
    BulkUpload beginUpload(InetSocketAddress server, DataSize total) throws IOException {
        return BulkUpload.begin(sockets, server, total);
    }
}
