/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.Pipe;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.path.LossTreatment;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.units.DataRate;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.time.Duration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Where annotations may stand, and which of them a test has. */
class DeclarationTests {

    @Test
    void a_method_may_have_one_of_its_own() {
        Run.of(OnMethod.class).passes(1);
    }

    @Test
    void a_method_replaces_that_of_its_class_as_a_whole() {
        Run.of(Overriding.class).passes(2);
    }

    @Test
    void a_subclass_inherits_it_and_may_replace_it() {
        Run.of(Inheriting.class).passes(1);
        Run.of(Replacing.class).passes(1);
    }

    @Test
    void an_interface_may_carry_it_and_a_superclass_prevails_over_it() {
        Run.of(Implementing.class).passes(1);
        Run.of(ImplementingTwice.class).passes(1);
    }

    @Test
    void a_nested_class_has_that_of_its_enclosing_class_or_its_own() {
        Run.of(Enclosing.class).passes(3);
    }

    @Test
    void a_team_may_compose_its_own_annotation() {
        Run.of(Composed.class).passes(1);
    }

    @Test
    void it_may_be_repeated_with_names_and_a_method_replaces_the_one_it_names() {
        Run.of(Several.class).passes(3);
    }

    @Test
    void every_attribute_reaches_the_pipe() {
        Run.of(EveryAttribute.class).passes(1);

        FakePipe opened = FakeBackend.opened("every");
        assertThat(opened.request().path())
                .isEqualTo(Path.builder()
                        .rtt("100ms")
                        .delay(Direction.UPSTREAM, "20ms")
                        .rate("100mbit")
                        .rate(Direction.UPSTREAM, "10mbit")
                        .loss("0.1%")
                        .queue("64KiB")
                        .mtu(9000)
                        .build());
        assertThat(opened.request().seed()).isEqualTo(42);
        assertThat(opened.request().clientKernel())
                .isEqualTo(opened.request().serverKernel())
                .hasToString("linux-6.1, net.ipv4.tcp_rmem=4096 131072 524288, net.core.rmem_max=1048576,"
                        + " net.ipv4.tcp_congestion_control=reno");
        assertThat(opened.request().declaredBuffers()).isEmpty();
        assertThat(opened.request().perConnectionRate()).isTrue();
        assertThat(opened.request().lossAs()).isEqualTo(LossTreatment.MATHIS_RATE_CAP);
    }

    @Test
    void a_preset_may_be_changed() {
        Run.of(Preset.class).passes(1);
    }

    private static void has(Pipe pipe, String rtt) {
        assertThat(pipe.path().rtt()).isEqualTo(Duration.ofMillis(Long.parseLong(rtt.replace("ms", ""))));
        pipe.to(Server.ADDRESS);
    }

    static class OnMethod {

        @Test
        @LongFatPipe(rtt = "10ms", backend = FakeBackend.NAME)
        void test(Pipe pipe) {
            has(pipe, "10ms");
        }
    }

    @LongFatPipe(rtt = "10ms", rate = "100mbit", backend = FakeBackend.NAME)
    static class Overriding {

        @Test
        @LongFatPipe(rtt = "20ms", backend = FakeBackend.NAME)
        void own(Pipe pipe) {
            has(pipe, "20ms");
            assertThat(pipe.path().downstream().lineRate()).isEmpty();
        }

        @Test
        void of_the_class(Pipe pipe) {
            has(pipe, "10ms");
        }
    }

    @LongFatPipe(rtt = "10ms", backend = FakeBackend.NAME)
    abstract static class Base {}

    static class Inheriting extends Base {

        @Test
        void test(Pipe pipe) {
            has(pipe, "10ms");
        }
    }

    @LongFatPipe(rtt = "30ms", backend = FakeBackend.NAME)
    static class Replacing extends Base {

        @Test
        void test(Pipe pipe) {
            has(pipe, "30ms");
        }
    }

    @LongFatPipe(rtt = "40ms", backend = FakeBackend.NAME)
    interface Slow {}

    static class Implementing implements Slow {

        @Test
        void test(Pipe pipe) {
            has(pipe, "40ms");
        }
    }

    static class ImplementingTwice extends Base implements Slow {

        @Test
        void test(Pipe pipe) {
            has(pipe, "10ms");
        }
    }

    @LongFatPipe(rtt = "10ms", backend = FakeBackend.NAME)
    static class Enclosing {

        @Nested
        class Inner {

            @Test
            void test(Pipe pipe) {
                has(pipe, "10ms");
            }

            @Nested
            @LongFatPipe(rtt = "50ms", backend = FakeBackend.NAME)
            class Innermost {

                @Test
                void test(Pipe pipe) {
                    has(pipe, "50ms");
                }

                @Test
                @LongFatPipe(rtt = "60ms", backend = FakeBackend.NAME)
                void own(Pipe pipe) {
                    has(pipe, "60ms");
                }
            }
        }
    }

    @Retention(RetentionPolicy.RUNTIME)
    @LongFatPipe(rtt = "70ms", backend = FakeBackend.NAME)
    @interface OurLink {}

    @Retention(RetentionPolicy.RUNTIME)
    @OurLink
    @interface OurLinkByAnotherName {}

    @OurLinkByAnotherName
    static class Composed {

        @Test
        void test(Pipe pipe) {
            has(pipe, "70ms");
        }
    }

    @LongFatPipe(name = "near", rtt = "1ms", backend = FakeBackend.NAME)
    @LongFatPipe(name = "far", rtt = "80ms", backend = FakeBackend.NAME)
    static class Several {

        @Test
        void both(@PipeName("far") Pipe far, @PipeName("near") Pipe near) {
            has(far, "80ms");
            has(near, "1ms");
        }

        @Test
        @LongFatPipe(name = "far", rtt = "90ms", backend = FakeBackend.NAME)
        void farther(@PipeName("far") Pipe far, @PipeName("near") Pipe near) {
            has(far, "90ms");
            has(near, "1ms");
        }

        @Test
        @LongFatPipe(rtt = "5ms", backend = FakeBackend.NAME)
        void one_without_a_name_beside_them(Pipe pipe, @PipeName("far") Pipe far, @PipeName("near") Pipe near) {
            has(pipe, "5ms");
            has(far, "80ms");
            has(near, "1ms");
        }
    }

    @LongFatPipe(
            name = "every",
            rtt = "100ms",
            delayUpstream = "20ms",
            delayDownstream = "80ms",
            rate = "100mbit",
            rateUpstream = "10mbit",
            rateDownstream = "100 Mbit/s",
            loss = "0.1%",
            queue = "64KiB",
            mtu = 9000,
            kernel = "linux-6.1",
            sysctls = {"net.ipv4.tcp_rmem=4096 131072 524288", "net.core.rmem_max=1048576"},
            congestionControl = "reno",
            backend = FakeBackend.NAME,
            seed = 42,
            perConnectionRate = true,
            lossAs = LossTreatment.MATHIS_RATE_CAP,
            concurrent = true)
    static class EveryAttribute {

        @Test
        void test(Pipe pipe) {
            pipe.to(Server.ADDRESS);
        }
    }

    @LongFatPipe(path = "transatlantic", rate = "50mbit", backend = FakeBackend.NAME)
    static class Preset {

        @Test
        void test(Pipe pipe) {
            Path transatlantic = Path.named("transatlantic");
            assertThat(pipe.path())
                    .isEqualTo(transatlantic.toBuilder().rate("50mbit").build());
            assertThat(pipe.path().downstream().lineRate()).contains(DataRate.ofMegabitsPerSecond(50));
            pipe.to(Server.ADDRESS);
        }
    }
}
