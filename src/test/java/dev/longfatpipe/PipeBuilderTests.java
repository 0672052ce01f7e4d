/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.spi.DeclaredBuffers;
import dev.longfatpipe.spi.PipeRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;

class PipeBuilderTests {

    private static final Path PATH = HandmadePipe.PATH;

    private final HandmadePipe backend = new HandmadePipe();

    @Test
    void asks_the_backend_for_what_it_was_given() {
        PlainBackend.PREPARED.put("given", backend);
        DeclaredBuffers buffers = DeclaredBuffers.auto();

        try (Pipe pipe = plain("given").seed(7).declaredBuffers(buffers).open()) {
            assertThat(pipe.description().backend()).isEqualTo("handmade");
        }

        KernelProfile host = KernelProfile.host();
        assertThat(PlainBackend.REQUESTS).contains(new PipeRequest("given", PATH, host, host, buffers, 7));
    }

    @Test
    void refuses_a_backend_that_there_is_not() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Pipes.builder(PATH).backend("tunnel"))
                .withMessage(
                        "backend [tunnel] is unknown: use one of absent, fake, netem, plain, relay, steps, toxiproxy, tun");
    }

    @Test
    void refuses_a_backend_that_does_not_work_here() {
        assertThatExceptionOfType(BackendUnavailableException.class)
                .isThrownBy(() -> Pipes.builder(PATH).backend("absent").open())
                .withMessage("backend [absent] does not work here: there is no such device; add it")
                .satisfies(e -> assertThat(e.backend()).isEqualTo("absent"));
    }

    @Test
    void refuses_what_the_backend_cannot_do_before_it_is_asked() {
        Path lossy = PATH.toBuilder().loss("1%").build();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Pipes.builder(lossy)
                        .name("lossy")
                        .backend(PlainBackend.NAME)
                        .open())
                .withMessage(
                        "loss [1%] cannot be honoured by backend [plain]: use backend absent, fake, netem, relay, steps, tun");
        assertThat(PlainBackend.REQUESTS).noneMatch(request -> request.name().equals("lossy"));
    }

    @Test
    void tells_that_the_machine_refused() {
        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() -> plain("unprepared").open())
                .withMessage("backend plain could not open a pipe on rtt 100 ms, rate 100 mbit, queue 1bdp: nothing is"
                        + " prepared")
                .withCauseInstanceOf(IOException.class);
    }

    @Test
    void closes_a_pipe_that_fails_at_once() {
        PlainBackend.PREPARED.put("failing", backend);
        IllegalStateException failed = new IllegalStateException("the pipe has failed");
        IllegalStateException stuck = new IllegalStateException("stuck");
        backend.refusesSnapshots = failed;
        backend.refusesClosing = stuck;

        assertThat(catchThrowable(() -> plain("failing").open()))
                .isSameAs(failed)
                .hasSuppressedException(stuck);
        assertThat(backend.closings).isEqualTo(1);
    }

    private static PipeBuilder plain(String name) {
        return Pipes.builder(PATH).name(name).backend(PlainBackend.NAME);
    }
}
