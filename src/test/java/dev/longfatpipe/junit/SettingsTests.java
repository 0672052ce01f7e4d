/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.Pipe;
import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.path.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Configuration parameters override what tests say. */
class SettingsTests {

    @Test
    void the_backend() {
        Run.of(Annotated.class, "longfatpipe.backend=" + FakeBackend.NAME).passes(1);
    }

    @Test
    void the_kernel_under_the_sysctls_of_the_test() {
        Run.of(Annotated.class, "longfatpipe.backend=fake", "longfatpipe.kernel=linux-6.18")
                .passes(1);

        assertThat(FakeBackend.opened("settings").request().clientKernel())
                .hasToString("linux-6.18, net.core.rmem_max=1048576");
    }

    @Test
    void the_seed() {
        Run.of(Annotated.class, "longfatpipe.backend=fake", "longfatpipe.seed=4711")
                .passes(1);

        assertThat(FakeBackend.opened("settings").request().seed()).isEqualTo(4711);
    }

    @Test
    void the_same_for_an_extension_that_is_registered_by_hand() {
        Run.of(
                        Registered.class,
                        "longfatpipe.backend=fake",
                        "longfatpipe.kernel=linux-6.18",
                        "longfatpipe.seed= 4712 ",
                        "longfatpipe.verdicts=")
                .passes(1);

        assertThat(FakeBackend.opened("by hand").request().seed()).isEqualTo(4712);
        assertThat(FakeBackend.opened("by hand").request().serverKernel()).isEqualTo(KernelProfile.linux618());
    }

    @Test
    void a_backend_that_cannot_do_what_the_test_asks_for_skips_it() {
        assertThat(Run.of(Jittery.class, "longfatpipe.backend=fake").abortion())
                .hasMessage(
                        "@LongFatPipe(rtt = \"10ms\", jitter = \"1ms\") with longfatpipe.backend=fake: jitter [1ms] cannot be"
                                + " honoured by backend [fake]: use backend absent, netem, relay, tun; it is skipped there, because not the"
                                + " test but the setting asks for that backend");
    }

    @LongFatPipe(rtt = "10ms", jitter = "1ms")
    static class Jittery {

        @Test
        void test(Pipe pipe) {
            pipe.to(Server.ADDRESS);
        }
    }

    @LongFatPipe(
            name = "settings",
            rtt = "10ms",
            kernel = "linux-6.1",
            sysctls = "net.core.rmem_max=1048576",
            backend = "absent",
            seed = 9)
    static class Annotated {

        @Test
        void test(Pipe pipe) {
            pipe.to(Server.ADDRESS);
        }
    }

    static class Registered {

        @RegisterExtension
        static final LongFatPipeExtension LINK = LongFatPipeExtension.builder(
                        Path.builder().rtt("10ms").build())
                .name("by hand")
                .kernel(KernelProfile.linux61())
                .build();

        @Test
        void test(Pipe pipe) {
            pipe.to(Server.ADDRESS);
        }
    }
}
