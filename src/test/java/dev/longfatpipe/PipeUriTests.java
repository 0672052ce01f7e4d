/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PipeUriTests {

    private static final InetAddress IP_V4 = address(127, 0, 0, 1);
    private static final InetAddress IP_V6 = address(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1);

    private final HandmadePipe backend = new HandmadePipe();
    private final Pipe pipe = new Pipe(backend);

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    http://127.0.0.1:8080                           | http://127.0.0.1:40000
                    http://127.0.0.1:8080/                          | http://127.0.0.1:40000/
                    http://127.0.0.1:8080/a%2Fb?q=x%26y%3D1         | http://127.0.0.1:40000/a%2Fb?q=x%26y%3D1
                    http://127.0.0.1:8080/a%20b?q=%C3%A9#c%23d      | http://127.0.0.1:40000/a%20b?q=%C3%A9#c%23d
                    http://127.0.0.1:8080?q#                        | http://127.0.0.1:40000?q#
                    http://me:p%40ss%3A@127.0.0.1:8080/a            | http://me:p%40ss%3A@127.0.0.1:40000/a
                    HTTP://127.0.0.1/                               | HTTP://127.0.0.1:40000/
                    amqp://127.0.0.1:5672/%2F                       | amqp://127.0.0.1:40000/%2F
                    //127.0.0.1:8080/a                              | //127.0.0.1:40000/a
                    """)
    void replaces_host_and_port_and_nothing_else(String server, String through) {
        assertThat(pipe.to(URI.create(server))).hasToString(through);
    }

    @ParameterizedTest
    @CsvSource({"http,80", "ws,80", "https,443", "wss,443", "HTTPS,443"})
    void a_known_scheme_has_a_port(String scheme, int port) {
        pipe.to(URI.create(scheme + "://127.0.0.1/"));

        assertThat(backend.servers).containsExactly(new InetSocketAddress(IP_V4, port));
    }

    @Test
    void a_server_may_have_an_address_of_version_6() {
        assertThat(pipe.to(URI.create("http://[::1]:8080/a"))).hasToString("http://127.0.0.1:40000/a");
        assertThat(backend.servers).containsExactly(new InetSocketAddress(IP_V6, 8080));
    }

    @Test
    void so_may_the_pipe() {
        backend.address = IP_V6;

        assertThat(pipe.to(URI.create("http://127.0.0.1:8080/a")))
                .isEqualTo(URI.create("http://[0:0:0:0:0:0:0:1]:40000/a"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    http://h:70000        | URI [http://h:70000] has port [70000], which is none: write one from 1 to 65535
                    http://h:0/           | URI [http://h:0/] has port [0], which is none: write one from 1 to 65535
                    /path                 | URI [/path] has no host: write an absolute one such as http://127.0.0.1:8080/path
                    mailto:a@b.example    | URI [mailto:a@b.example] has no host: write an absolute one such as http://127.0.0.1:8080/path
                    amqp://127.0.0.1/     | URI [amqp://127.0.0.1/] has no port, and its scheme has no known one: write it, as in amqp://127.0.0.1:8080
                    //127.0.0.1/          | URI [//127.0.0.1/] has no port, and its scheme has no known one: write it, as in //127.0.0.1:8080
                    http://no.such.host.invalid/ | server [no.such.host.invalid:80] cannot be resolved: give a name that this machine knows, or an address such as 127.0.0.1
                    """)
    void refuses_what_leads_to_no_server(String server, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> pipe.to(URI.create(server)))
                .withMessage(message);
        assertThat(backend.servers).isEmpty();
    }

    private static InetAddress address(int... bytes) {
        byte[] raw = new byte[bytes.length];
        for (int i = 0; i < raw.length; i++) {
            raw[i] = (byte) bytes[i];
        }
        try {
            return InetAddress.getByAddress(raw);
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }
}
