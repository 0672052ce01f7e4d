/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import dev.longfatpipe.units.DataSize;
import java.io.OutputStream;
import java.net.URI;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;

/** Jetty with the content {@code /bytes/1000000} of any length, whole or in ranges. */
final class JettyOrigin {

    private final Server server = new Server();
    private final ServerConnector connector = new ServerConnector(server);

    private JettyOrigin() {
        server.addConnector(connector);
        server.setHandler(new Blobs());
    }

    static JettyOrigin start() throws Exception {
        JettyOrigin origin = new JettyOrigin();
        origin.server.start();
        return origin;
    }

    /** The address of so many bytes. */
    URI blob(DataSize size) {
        return URI.create("http://127.0.0.1:" + connector.getLocalPort() + "/bytes/" + size.bytes());
    }

    void stop() throws Exception {
        server.stop();
    }

    private static final class Blobs extends Handler.Abstract {

        private static final Pattern RANGE = Pattern.compile("bytes=(\\d+)-(\\d+)");

        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            String path = Request.getPathInContext(request);
            long length = Long.parseLong(path.substring(path.lastIndexOf('/') + 1));
            String range = request.getHeaders().get(HttpHeader.RANGE);
            if (range != null) {
                Matcher asked = RANGE.matcher(range);
                if (!asked.matches()) {
                    Response.writeError(request, response, callback, HttpStatus.RANGE_NOT_SATISFIABLE_416);
                    return true;
                }
                response.setStatus(HttpStatus.PARTIAL_CONTENT_206);
                response.getHeaders()
                        .put(HttpHeader.CONTENT_RANGE, "bytes " + asked.group(1) + "-" + asked.group(2) + "/" + length);
                length = Long.parseLong(asked.group(2)) - Long.parseLong(asked.group(1)) + 1;
            }
            response.getHeaders().put(HttpHeader.CONTENT_LENGTH, length);
            try (OutputStream out = Content.Sink.asOutputStream(response)) {
                BulkServer.send(out, length);
            }
            callback.succeeded();
            return true;
        }
    }
}
