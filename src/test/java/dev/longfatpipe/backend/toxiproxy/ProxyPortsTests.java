/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.toxiproxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProxyPortsTests {

    private static ProxyPorts parse(String text) {
        return ProxyPorts.parse(ToxiproxySettings.PORTS, text);
    }

    @Test
    void any_port_serves_where_all_are_reached() throws Exception {
        ProxyPorts any = ProxyPorts.any();

        assertThat(any.take()).isZero();
        assertThat(any.take()).isZero();
        assertThat(any.reachedAt(41_234)).isEqualTo(41_234);
    }

    @Test
    void range_is_given_out_port_by_port_and_again_when_given_back() throws Exception {
        ProxyPorts two = parse(" 8666 - 8667 ");

        assertThat(two.take()).isEqualTo(8_666);
        assertThat(two.take()).isEqualTo(8_667);
        two.giveBack(8_666);
        two.giveBack(8_666);
        assertThat(two.take()).isEqualTo(8_666);
        assertThatIOException()
                .isThrownBy(two::take)
                .withMessage(
                        "all 2 ports of Toxiproxy that this machine reaches (8666 to 8667) are in use by pipes that are"
                                + " open: close some, or publish more and name them in longfatpipe.toxiproxy.ports");
    }

    @Test
    void one_port_is_a_range() throws Exception {
        assertThat(parse("8666").take()).isEqualTo(8_666);
    }

    @Test
    void published_port_is_reached_at_another_number() throws Exception {
        ProxyPorts published = ProxyPorts.published(Map.of(8_666, 32_768));

        assertThat(published.reachedAt(published.take())).isEqualTo(32_768);
    }

    @Test
    void port_of_somebody_else_is_not_given_out() {
        ProxyPorts one = ProxyPorts.published(Map.of());
        one.giveBack(22);

        assertThat(one.reachedAt(22)).isEqualTo(22);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "-", "8666-", "-8697", "8697-8666", "0-10", "8666-70000", "8666:8697", "1-2-3", "eight"})
    void what_is_no_range_is_refused_with_what_one_is(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parse(text))
                .withMessage("longfatpipe.toxiproxy.ports [" + text + "] is no range of ports: write those that are"
                        + " published, such as \"8666-8697\"");
    }
}
