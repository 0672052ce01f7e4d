/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe;

import dev.longfatpipe.safety.Fuzz;
import dev.longfatpipe.safety.Fuzz.Outcome;
import dev.longfatpipe.safety.Parsers;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** Whatever is a URI is led through the pipe with all that is not its address unchanged, or refused with a remedy. */
@Tag("safety")
@ResourceLock(Resources.LOCALE)
class PipeUriFuzzTests {

    /** Any other host may be a name, and nothing of a test is asked of a name server. */
    private static final Set<String> LITERALS = Set.of("127.0.0.1", "[::1]", "[0:0:0:0:0:0:0:1]");

    private static final List<String> VALID = List.of(
            "http://127.0.0.1:8080/a%2Fb?q=x%26y%3D1#c%23d",
            "HTTPS://127.0.0.1/",
            "ws://[::1]:65535",
            "http://me:p%40ss%3A@127.0.0.1:80/",
            "amqp://[0:0:0:0:0:0:0:1]:5672/%2F",
            "//127.0.0.1:8080/a",
            "http://127.0.0.1:8080//a//b;c=d?#",
            "mailto:a@b",
            "http:///a");

    @Test
    void of_uris(TestReporter reporter) throws InterruptedException {
        HandmadePipe backend = new HandmadePipe();
        Pipe pipe = new Pipe(backend);
        Fuzz.texts("uri", VALID, 300, input -> {
                    backend.servers.clear();
                    return through(input, pipe);
                })
                .run(reporter);
    }

    private static Outcome through(String input, Pipe pipe) {
        URI server;
        try {
            server = new URI(input);
        } catch (URISyntaxException e) {
            return new Outcome(false, "no URI");
        }
        if (server.getHost() != null && !LITERALS.contains(server.getHost())) {
            return new Outcome(false, "another host");
        }
        try {
            URI through = PipeUri.through(server, pipe);
            requireSame(server, through);
            return new Outcome(true, through);
        } catch (IllegalArgumentException e) {
            return Parsers.refused(e);
        }
    }

    private static void requireSame(URI server, URI through) {
        boolean same = Objects.equals(server.getScheme(), through.getScheme())
                && Objects.equals(server.getRawUserInfo(), through.getRawUserInfo())
                && Objects.equals(server.getRawPath(), through.getRawPath())
                && Objects.equals(server.getRawQuery(), through.getRawQuery())
                && Objects.equals(server.getRawFragment(), through.getRawFragment())
                && through.getPort() == 40_000;
        if (!same) {
            throw new AssertionError("became [" + through + "]");
        }
    }
}
