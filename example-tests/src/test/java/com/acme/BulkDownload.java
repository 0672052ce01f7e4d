/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import dev.longfatpipe.units.DataSize;
import java.io.Closeable;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.net.SocketFactory;

/** A download from a {@link BulkServer} in equal shares over several connections, received part by part. */
final class BulkDownload implements Closeable {

    private final List<Socket> sockets = new ArrayList<>();
    private final ExecutorService threads;

    private BulkDownload(int connections) {
        this.threads = Executors.newFixedThreadPool(connections);
    }

    static BulkDownload begin(SocketFactory factory, InetSocketAddress server, DataSize total, int connections)
            throws IOException {
        BulkDownload download = new BulkDownload(connections);
        try {
            for (int i = 0; i < connections; i++) {
                Socket socket = factory.createSocket();
                download.sockets.add(socket);
                socket.connect(server);
                new DataOutputStream(socket.getOutputStream()).writeLong(total.bytes() / connections);
            }
            return download;
        } catch (IOException e) {
            download.close();
            throw e;
        }
    }

    /** Receives the next bytes, an equal share over each connection. */
    void receive(DataSize part) throws Exception {
        long share = part.bytes() / sockets.size();
        List<Future<?>> shares = new ArrayList<>();
        for (Socket socket : sockets) {
            shares.add(threads.submit(() -> {
                BulkServer.receive(socket.getInputStream(), share);
                return null;
            }));
        }
        try {
            for (Future<?> one : shares) {
                one.get();
            }
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    @Override
    public void close() throws IOException {
        threads.shutdownNow();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
