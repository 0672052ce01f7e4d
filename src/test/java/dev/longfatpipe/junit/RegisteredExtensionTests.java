/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.Pipe;
import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.path.LossTreatment;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.units.Utilisation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Extensions that are registered by hand. */
class RegisteredExtensionTests {

    private static final Path PATH = Path.builder().rtt("100ms").rate("100mbit").build();

    @Test
    void everything_said_to_the_builder_reaches_the_pipe() {
        Run.of(Everything.class).passes(1);

        FakePipe opened = FakeBackend.opened("registered");
        assertThat(opened.request().path()).isEqualTo(PATH);
        assertThat(opened.request().seed()).isEqualTo(42);
        assertThat(opened.request().clientKernel()).isEqualTo(KernelProfile.linux61());
        assertThat(opened.request().serverKernel()).isEqualTo(KernelProfile.linux618());
        assertThat(opened.request().perConnectionRate()).isTrue();
        assertThat(opened.request().lossAs()).isEqualTo(LossTreatment.MATHIS_RATE_CAP);
        assertThat(opened.isClosed()).isTrue();
    }

    @Test
    void a_field_of_the_instance_serves_as_well() {
        Run.of(OfInstance.class).passes(2);
    }

    @Test
    void the_share_is_judged() {
        assertThat(Run.of(Narrow.class).failure())
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith("Expected goodput >= ");
    }

    @Test
    void several_stand_beside_each_other_and_beside_annotations() {
        Run.of(Several.class).passes(1);
    }

    @Test
    void two_without_a_name_are_refused() {
        assertThat(Run.of(TwoWithoutAName.class).failure())
                .isInstanceOf(ExtensionConfigurationException.class)
                .hasMessage(
                        "this test has two pipes without a name, @LongFatPipe(rtt = \"1ms\", backend = \"fake\") and"
                                + " LongFatPipeExtension (rtt 100 ms, rate 100 mbit, queue 1bdp): give each its own name");
    }

    @Test
    void an_unknown_backend_is_refused() {
        assertThat(Run.of(UnknownBackend.class).failure())
                .isInstanceOf(ExtensionConfigurationException.class)
                .hasMessage("LongFatPipeExtension (far: rtt 100 ms, rate 100 mbit, queue 1bdp): backend [tunnel] is"
                        + " unknown: use one of absent, fake, netem, plain, relay, steps, toxiproxy, tun");
    }

    static class Everything {

        @RegisterExtension
        static final LongFatPipeExtension LINK = LongFatPipeExtension.builder(PATH)
                .name("registered")
                .backend(FakeBackend.NAME)
                .kernel(KernelProfile.linux61())
                .serverKernel(KernelProfile.linux618())
                .seed(42)
                .perConnectionRate(true)
                .lossAs(LossTreatment.MATHIS_RATE_CAP)
                .build();

        @Test
        void test(Pipe pipe) {
            pipe.to(Server.ADDRESS);
        }
    }

    static class OfInstance {

        @RegisterExtension
        final LongFatPipeExtension link = LongFatPipeExtension.builder(PATH)
                .backend(FakeBackend.NAME)
                .clientKernel(KernelProfile.linux61())
                .build();

        @Test
        void one(Pipe pipe) {
            pipe.to(Server.ADDRESS);
        }

        @Test
        void two(Pipe pipe) {
            pipe.to(Server.ADDRESS);
        }
    }

    static class Narrow {

        @RegisterExtension
        static final LongFatPipeExtension LINK = LongFatPipeExtension.builder(PATH)
                .backend(FakeBackend.NAME)
                .seed(FakeBackend.NARROW)
                .atLeast(Utilisation.ofPercent(80))
                .build();

        @Test
        void test(Pipe pipe) {
            pipe.to(Server.ADDRESS);
        }
    }

    @LongFatPipe(name = "annotated", rtt = "1ms", backend = FakeBackend.NAME)
    static class Several {

        @RegisterExtension
        static final LongFatPipeExtension NEAR = LongFatPipeExtension.builder(PATH)
                .name("near")
                .backend(FakeBackend.NAME)
                .build();

        @RegisterExtension
        static final LongFatPipeExtension FAR =
                LongFatPipeExtension.builder(PATH).backend(FakeBackend.NAME).build();

        @Test
        void test(Pipe pipe, @PipeName("near") Pipe near, @PipeName("annotated") Pipe annotated) {
            assertThat(pipe.name()).isEmpty();
            assertThat(near.name()).isEqualTo("near");
            assertThat(annotated.name()).isEqualTo("annotated");
            pipe.to(Server.ADDRESS);
            near.to(Server.ADDRESS);
            annotated.to(Server.ADDRESS);
        }
    }

    @LongFatPipe(rtt = "1ms", backend = FakeBackend.NAME)
    static class TwoWithoutAName {

        @RegisterExtension
        static final LongFatPipeExtension LINK =
                LongFatPipeExtension.builder(PATH).backend(FakeBackend.NAME).build();

        @Test
        void test() {}
    }

    static class UnknownBackend {

        @RegisterExtension
        static final LongFatPipeExtension LINK =
                LongFatPipeExtension.builder(PATH).name("far").backend("tunnel").build();

        @Test
        void test() {}
    }
}
