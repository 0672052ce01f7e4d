/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.spi.PipeRequest;
import dev.longfatpipe.units.DataRate;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * What is told to the system, without any router. The name of the near namespace is what holds a slot: while another pipe could take it, nothing
 * of the same names may be left.
 */
@EnabledOnOs(OS.LINUX)
class RouterTests {

    private static final String DELETE = "ip netns delete ";

    private final FakeCommands commands = new FakeCommands();

    private Router make() throws IOException {
        KernelProfile kernel = KernelProfile.named("linux-6.1");
        Path path = Path.of(Duration.ofMillis(20), DataRate.ofMegabitsPerSecond(20));
        return Router.make(commands, new PipeRequest("", path, kernel, kernel, null, 1));
    }

    private List<String> deleted() {
        return commands.ran().stream()
                .filter(line -> line.startsWith(DELETE))
                .map(line -> line.substring(DELETE.length()))
                .toList();
    }

    @Test
    void the_name_that_holds_its_slot_goes_last() throws IOException {
        Router router = make();

        router.close();

        assertThat(deleted()).containsExactly(router.far(), router.middle(), router.near());
    }

    @Test
    void the_name_that_holds_the_slot_goes_last_when_it_could_not_be_made_either() {
        commands.refusing("-middle", "Operation not permitted");

        assertThatThrownBy(this::make)
                .isInstanceOf(IOException.class)
                .hasMessageMatching("\\[ip netns add longfatpipe-.*-middle] failed: Operation not permitted");
        assertThat(deleted()).hasSize(3);
        assertThat(deleted().get(2)).doesNotEndWith("-middle").doesNotEndWith("-far");
    }
}
