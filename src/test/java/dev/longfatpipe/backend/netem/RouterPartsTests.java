/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What a router's container is made of, without any Docker. */
class RouterPartsTests {

    @Nested
    class Addresses {

        @Test
        void of_each_pipe_are_new_ones_in_the_same_two_networks() {
            ContainerEnds first = new ContainerEnds(7, 0);
            assertThat(first.clientNetwork()).isEqualTo("198.19.7.0/25");
            assertThat(first.serverNetwork()).isEqualTo("198.19.7.128/25");
            assertThat(first.client().getHostAddress()).isEqualTo("198.19.7.1");
            assertThat(first.entry().getHostAddress()).isEqualTo("198.19.7.2");
            assertThat(first.server().getHostAddress()).isEqualTo("198.19.7.129");
            assertThat(first.exit().getHostAddress()).isEqualTo("198.19.7.130");
            ContainerEnds last = new ContainerEnds(7, ContainerEnds.TURNS - 1);
            assertThat(last.entry().getHostAddress()).isEqualTo("198.19.7.125");
            assertThat(last.exit().getHostAddress()).isEqualTo("198.19.7.253");
        }

        @Test
        void are_recognised_with_their_network() {
            assertThat(Subnet.contains("172.18.0.0/16", "172.18.3.4")).isTrue();
            assertThat(Subnet.contains("172.18.0.0/16", "172.19.3.4")).isFalse();
            assertThat(Subnet.contains("198.19.7.128/25", "198.19.7.127")).isFalse();
            assertThat(Subnet.contains("fd00::/8", "172.18.3.4")).isFalse();
            assertThat(Subnet.contains("fd00::/8", "fd12::1")).isTrue();
            assertThat(Subnet.contains("172.18.0.0/99", "172.18.3.4")).isFalse();
            assertThat(Subnet.contains("172.18.0.0", "172.18.3.4")).isFalse();
        }
    }

    @Nested
    class Reach {

        private final InetAddress loopback = InetAddress.getLoopbackAddress();

        @Test
        void of_what_answers_or_refuses_is_given() {
            assertThat(RouterContainer.isReached(loopback)).isTrue();
        }

        /** The limited broadcast address takes no connections, and nothing is sent there. */
        @Test
        void of_what_cannot_be_got_to_is_not() throws IOException {
            assertThat(RouterContainer.isReached(InetAddress.getByName("255.255.255.255")))
                    .isFalse();
        }

        @Test
        void only_by_mapped_ports_is_refused_since_windows_could_not_be_seen() {
            assertThatThrownBy(() -> RouterContainer.requireReached(loopback, address -> false))
                    .isInstanceOf(IOException.class)
                    .hasMessage(
                            "the router's container is not reached from here at its own address [127.0.0.1], as on Docker"
                                    + " Desktop, where only ports that are mapped to localhost can be: a proxy ends TCP there, so that"
                                    + " windows are not observable from here and an assertion about them would say nothing; use backend"
                                    + " tun in a Linux container, or relay");
        }
    }

    @Nested
    class Rewriting {

        private final InetSocketAddress server = new InetSocketAddress("172.18.0.5", 8080);

        @Test
        void is_done_by_nftables_where_that_works() throws IOException {
            FakeCommands commands = new FakeCommands();
            ContainerNat nat = ContainerNat.beginAny(commands, "198.19.7.129");
            assertThat(nat).isEqualTo(ContainerNat.NFT);
            assertThat(commands.ran()).hasSize(1);
            assertThat(nat.lead("udp", 53, server))
                    .containsExactly(
                            "nft",
                            "insert rule ip longfatpipe before iifname \"up-way-in\" udp dport 53 dnat to 172.18.0.5:8080");
        }

        @Test
        void is_done_by_iptables_where_the_kernel_has_no_nftables() throws IOException {
            FakeCommands commands = new FakeCommands().refusing("nft ", "Operation not supported");
            ContainerNat nat = ContainerNat.beginAny(commands, "198.19.7.129");
            assertThat(nat).isEqualTo(ContainerNat.IPTABLES_LEGACY);
            assertThat(commands.ran())
                    .endsWith(
                            "iptables-legacy -w 5 -t nat -F PREROUTING",
                            "iptables-legacy -w 5 -t nat -F POSTROUTING",
                            "iptables-legacy -w 5 -t nat -A PREROUTING -i up-way-in -j DNAT --to-destination 198.19.7.129",
                            "iptables-legacy -w 5 -t nat -A POSTROUTING -j MASQUERADE");
            assertThat(String.join(" ", nat.lead("tcp", 80, server)))
                    .isEqualTo("iptables-legacy -w 5 -t nat -I PREROUTING 1 -i up-way-in -p tcp --dport 80 -j DNAT"
                            + " --to-destination 172.18.0.5:8080");
        }

        @Test
        void that_works_in_no_way_is_told_with_what_each_said() {
            assertThatThrownBy(() -> ContainerNat.beginAny(
                            new FakeCommands()
                                    .refusing("nft ", "no nft")
                                    .refusing("iptables-legacy ", "no legacy")
                                    .refusing("iptables ", "no iptables"),
                            "198.19.7.129"))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("addresses cannot be rewritten in a container: [nft table ip longfatpipe;")
                    .hasMessageEndingWith(
                            "failed: no nft; [iptables-legacy -w 5 -t nat -F PREROUTING] failed: no legacy;"
                                    + " [iptables -w 5 -t nat -F PREROUTING] failed: no iptables");
        }
    }

    @Nested
    class Devices {

        private static final String SHOWN =
                "[{\"ifindex\":5,\"link_index\":6,\"ifname\":\"eth0\",\"flags\":[\"UP\"],\"mtu\":1500,\"address\":"
                        + "\"02:42:c6:13:00:02\",\"addr_info\":[{\"family\":\"inet\",\"local\":\"198.19.7.2\","
                        + "\"prefixlen\":25}],\"stats64\":{\"rx\":{\"bytes\":1,\"dropped\":0},\"tx\":{\"bytes\":2,"
                        + "\"dropped\":3}}},{},{\"ifname\":\"lo\",\"address\":\"00:00:00:00:00:00\"}]";

        @Test
        void are_read_with_their_addresses_and_drops() throws IOException {
            Links links = Links.parse(SHOWN);
            assertThat(links.all()).hasSize(2);
            Links.Link device = links.withAddress("198.19.7.2");
            assertThat(device.name()).isEqualTo("eth0");
            assertThat(device.mac()).isEqualTo("02:42:c6:13:00:02");
            assertThat(device.peerIndex()).isEqualTo(6);
            assertThat(links.sendingDrops("eth0")).isEqualTo(3);
            assertThat(links.sendingDrops("lo")).isZero();
            assertThat(links.sendingDrops("eth7")).isZero();
        }

        @Test
        void that_are_not_there_are_missed() {
            assertThatThrownBy(() -> Links.parse("[]").withAddress("198.19.7.2"))
                    .isInstanceOf(IOException.class)
                    .hasMessage("no device of the router has the address 198.19.7.2: []");
        }
    }

    @Nested
    class Owners {

        @Test
        void that_are_dead_have_left_orphans() throws IOException {
            assertThat(Machine.isOrphan(Machine.labels())).isFalse();
            assertThat(Machine.isOrphan(Map.of("dev.longfatpipe.owner", "longfatpipe-4000000-1-0")))
                    .isTrue();
            assertThat(Machine.isOrphan(Map.of())).isFalse();
            assertThat(Machine.isOrphan(Map.of("dev.longfatpipe.owner", "somebody")))
                    .isFalse();
        }
    }

    @Nested
    class Conversation {

        @Test
        void goes_on_whichever_thread_writes_and_ends_when_it_is_closed() throws Exception {
            Handover handover = new Handover();
            OutputStream out = handover.output();
            Thread first = new Thread(() -> write(out, "one "));
            first.start();
            first.join();
            Thread second = new Thread(() -> write(out, "two"));
            second.start();
            second.join();
            out.close();
            InputStream in = handover.input();
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo("one two");
            assertThat(in.read()).isEqualTo(-1);
        }

        private static void write(OutputStream out, String text) {
            try {
                out.write(text.getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }

        @Test
        void has_its_errors_before_its_answer() throws Exception {
            Handover said = new Handover();
            try (Batch batch = new Batch("tc", said.output(), () -> {})) {
                batch.wrote("[]");
                assertThat(batch.ask("qdisc show dev lo")).isEqualTo("[]");
                batch.wrote("Error: Specified qdisc kind is unknown.");
                batch.wrote("[]");
                assertThatThrownBy(() -> batch.ask("qdisc show dev lo", "qdisc add dev lo root netem"))
                        .isInstanceOf(IOException.class)
                        .hasMessage(
                                "tc refused [qdisc add dev lo root netem]: Error: Specified qdisc kind is unknown.");
                batch.wrote("ESTAB 0 0");
                batch.wrote(".");
                assertThat(batch.askUntil(".")).containsExactly("ESTAB 0 0");
                batch.hasEnded();
                assertThatThrownBy(() -> batch.askUntil("."))
                        .isInstanceOf(IOException.class)
                        .hasMessage("tc in the router has ended: ");
            }
        }

        /** Or the answer would be taken for that to the next question. */
        @Test
        void is_waited_for_by_a_thread_that_is_interrupted() throws Exception {
            Handover said = new Handover();
            try (Batch batch = new Batch("tc", said.output(), () -> {})) {
                Thread answering = new Thread(() -> answer(batch, "[1]"));
                Thread.currentThread().interrupt();
                answering.start();
                assertThat(batch.ask("qdisc show dev lo")).isEqualTo("[1]");
                assertThat(Thread.interrupted()).isTrue();
                batch.wrote("[2]");
                assertThat(batch.ask("qdisc show dev lo")).isEqualTo("[2]");
                answering.join();
            }
        }

        private static void answer(Batch batch, String line) {
            LockSupport.parkNanos(50_000_000);
            batch.wrote(line);
        }
    }
}
