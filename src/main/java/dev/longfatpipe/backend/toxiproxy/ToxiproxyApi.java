/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.toxiproxy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The calls of Toxiproxy's HTTP API that are needed here, each with a time limit of its own. Thread-safe; keeps no connection.
 *
 * <p>Not toxiproxy-java: its calls have no time limit and its HTTP client cannot be replaced; it cannot make a proxy that is not
 * enabled yet, so that one would accept connections before its toxics are in; and it writes the names of toxics and the port of the
 * server in the default locale, so that in Turkish no bandwidth toxic can be made, and in Arabic no call.
 */
final class ToxiproxyApi {

    private static final int CONNECT_MILLIS = 1_500;
    private static final int READ_MILLIS = 3_000;
    private static final int NOT_FOUND = 404;
    private static final int LEAST_ERROR = 400;
    private static final Pattern LISTEN = Pattern.compile("\"listen\":\\s*\"([^\"]*)\"");
    private static final Pattern ERROR = Pattern.compile("\"(?:error|title)\":\\s*\"((?:[^\"\\\\]|\\\\.)*)\"");

    private final URI url;
    private final String remedy;

    /**
     * @param url of the server, without a path
     * @param remedy what to do when it does not answer
     */
    ToxiproxyApi(URI url, String remedy) {
        this.url = url;
        this.remedy = remedy;
    }

    URI url() {
        return url;
    }

    /** Asks for the server's version, which shows that it answers. */
    String version() throws IOException {
        return call("GET", "/version", "");
    }

    /** Makes a proxy that does not accept connections yet. */
    void create(String name, String listen, String upstream) throws IOException {
        call(
                "POST",
                "/proxies",
                "{\"name\":\"" + name + "\",\"listen\":\"" + listen + "\",\"upstream\":\"" + upstream
                        + "\",\"enabled\":false}");
    }

    void add(String proxy, PlannedToxic toxic) throws IOException {
        call("POST", "/proxies/" + proxy + "/toxics", toxic.json());
    }

    void update(String proxy, PlannedToxic toxic) throws IOException {
        call("POST", "/proxies/" + proxy + "/toxics/" + toxic.name(), toxic.update());
    }

    /** Lets a proxy accept connections; returns the port on which it does. */
    int enable(String proxy) throws IOException {
        String answer = call("POST", "/proxies/" + proxy, "{\"enabled\":true}");
        Matcher listen = LISTEN.matcher(answer);
        if (!listen.find()) {
            throw new IOException("Toxiproxy at " + url + " does not say where proxy " + proxy + " listens: [" + answer
                    + "]; use version 2.1 or later");
        }
        String address = listen.group(1);
        return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
    }

    /** Ends the connections of a proxy, and lets it refuse new ones. */
    void disable(String proxy) throws IOException {
        call("POST", "/proxies/" + proxy, "{\"enabled\":false}");
    }

    /** Removes a proxy with its connections; does nothing when there is none of that name. */
    void delete(String proxy) throws IOException {
        call("DELETE", "/proxies/" + proxy, "");
    }

    /** Returns the names of the proxies that begin with something. */
    List<String> names(String beginning) throws IOException {
        Matcher names = Pattern.compile("\"name\":\\s*\"(" + Pattern.quote(beginning) + "[^\"]*)\"")
                .matcher(call("GET", "/proxies", ""));
        List<String> found = new ArrayList<>();
        while (names.find()) {
            found.add(names.group(1));
        }
        return found;
    }

    private String call(String method, String path, String body) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) url.resolve(path).toURL().openConnection(Proxy.NO_PROXY);
        try {
            connection.setRequestMethod(method);
            connection.setConnectTimeout(CONNECT_MILLIS);
            connection.setReadTimeout(READ_MILLIS);
            connection.setRequestProperty("Connection", "close");
            if (!body.isEmpty()) {
                connection.setDoOutput(true);
                connection.setRequestProperty("Content-Type", "application/json");
                try (OutputStream out = connection.getOutputStream()) {
                    out.write(body.getBytes(StandardCharsets.UTF_8));
                }
            }
            int status = connection.getResponseCode();
            if (status < LEAST_ERROR) {
                return read(connection.getInputStream());
            }
            if (status == NOT_FOUND && method.equals("DELETE")) {
                return "";
            }
            throw new Refused("Toxiproxy at " + url + " refuses " + method + " " + path + " (" + status + "): "
                    + error(connection));
        } catch (Refused e) {
            throw e;
        } catch (IOException e) {
            throw new IOException("Toxiproxy at " + url + " does not answer (" + e.getMessage() + "): " + remedy, e);
        } finally {
            connection.disconnect();
        }
    }

    private static String error(HttpURLConnection connection) throws IOException {
        InputStream stream = connection.getErrorStream();
        String text = stream == null ? "" : read(stream);
        Matcher error = ERROR.matcher(text);
        return error.find() ? error.group(1) : text;
    }

    private static String read(InputStream stream) throws IOException {
        try (stream) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** An answer that is an error: the server lives. */
    static final class Refused extends IOException {

        private static final long serialVersionUID = 1L;

        Refused(String message) {
            super(message);
        }
    }
}
