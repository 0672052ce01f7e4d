/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.path.PathBuilder;
import dev.longfatpipe.spi.PipeRequest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class BackendsTests {

    private static final KernelProfile HOST = KernelProfile.linux61();

    @Test
    void finds_a_backend_by_its_name() {
        assertThat(Backends.named("relay").name()).isEqualTo("relay");
        assertThat(Backends.named("plain")).isInstanceOf(PlainBackend.class);
    }

    @Test
    void lists_all_where_there_is_none_of_a_name() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Backends.named(""))
                .withMessage(
                        "backend [] is unknown: use one of absent, fake, netem, plain, relay, steps, toxiproxy, tun");
    }

    /** Of a backend that can do nothing special. */
    @Nested
    class Require_capable {

        @Test
        void accepts_a_symmetric_path_of_any_rate_and_rtt() {
            accepts(path());
            accepts(Path.builder());
            accepts(path().queue("1.0bdp").mtu(9000));
        }

        @Test
        void accepts_an_rtt_that_cannot_be_halved() {
            accepts(path().rtt("1000001ns"));
        }

        @Test
        void accepts_a_queue_where_no_line_has_one() {
            accepts(Path.builder().rtt("10ms").queue("64KiB"));
        }

        @Test
        void refuses_loss() {
            refuses(
                    path().loss("0.1%"),
                    "loss [0.1%] cannot be honoured by backend [plain]: use backend absent, fake, netem, relay, steps, tun");
        }

        @Test
        void refuses_jitter_as_it_was_written() {
            refuses(
                    path().jitter("5ms"),
                    "jitter [5ms] cannot be honoured by backend [plain]: use backend absent, netem, relay, tun");
        }

        @Test
        void refuses_a_queue_of_a_chosen_length() {
            refuses(
                    path().queue("64KiB"),
                    "queue [64KiB] cannot be honoured by backend [plain]: use backend absent, fake, netem, relay, steps, tun");
        }

        @Test
        void refuses_directions_that_differ() {
            refusesAsymmetry(path().rate(Direction.UPSTREAM, "10mbit"), "rate [10mbit upstream, 100mbit downstream]");
            refusesAsymmetry(
                    Path.builder().rate(Direction.DOWNSTREAM, "10mbit"),
                    "rate [unlimited upstream, 10mbit downstream]");
            refusesAsymmetry(
                    Path.builder().delay(Direction.UPSTREAM, "10ms").delay(Direction.DOWNSTREAM, "30ms"),
                    "delay [10ms upstream, 30ms downstream]");
        }

        @Test
        void names_what_is_lacking_first() {
            refuses(
                    path().loss(Direction.DOWNSTREAM, "1%"),
                    "loss [1%] cannot be honoured by backend [plain]: use backend absent, fake, netem, relay, steps, tun");
        }

        @Test
        void refuses_a_kernel_profile_that_is_not_the_host_s() {
            KernelProfile other = HOST.with("net.core.rmem_max", "212992");
            String message = "kernel profile [linux-6.1, net.core.rmem_max=212992] cannot be honoured by backend"
                    + " [plain]: use backend absent, fake, relay, steps";

            refuses(request(path(), other, HOST), message);
            refuses(request(path(), HOST, other), message);
            refuses(
                    request(path(), KernelProfile.linux618(), HOST),
                    "kernel profile [linux-6.18] cannot be honoured by backend [plain]: use backend absent, fake, relay, steps");
        }

        @Test
        void refuses_a_congestion_control_that_is_not_the_host_s() {
            KernelProfile other = HOST.with("net.ipv4.tcp_congestion_control", "bbr");

            refuses(
                    request(path(), HOST, other),
                    "congestion control [bbr] cannot be honoured by backend [plain]: use backend absent, fake, netem, relay, steps, tun");
        }

        @Test
        void accepts_the_host_s_kernel_under_any_name() {
            KernelProfile same = new KernelProfile("production", HOST.law(), HOST.sysctls());

            assertThatCode(() -> requireCapable(request(path(), same, same))).doesNotThrowAnyException();
        }

        private PathBuilder path() {
            return HandmadePipe.PATH.toBuilder();
        }

        private void accepts(PathBuilder path) {
            assertThatCode(() -> requireCapable(request(path, HOST, HOST))).doesNotThrowAnyException();
        }

        private void refusesAsymmetry(PathBuilder path, String attribute) {
            refuses(
                    path,
                    attribute
                            + " cannot be honoured by backend [plain]: use backend absent, fake, netem, relay, steps, toxiproxy, tun");
        }

        private void refuses(PathBuilder path, String message) {
            refuses(request(path, HOST, HOST), message);
        }

        private void refuses(PipeRequest request, String message) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> requireCapable(request))
                    .withMessage(message);
        }

        private void requireCapable(PipeRequest request) {
            Backends.requireCapable(new PlainBackend(), request, HOST);
        }

        private PipeRequest request(PathBuilder path, KernelProfile client, KernelProfile server) {
            return new PipeRequest("", path.build(), client, server, null, 1);
        }
    }
}
