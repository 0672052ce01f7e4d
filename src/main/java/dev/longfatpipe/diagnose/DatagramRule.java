/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import dev.longfatpipe.observe.Connection;
import dev.longfatpipe.observe.Flow;
import dev.longfatpipe.observe.Transport;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import dev.longfatpipe.units.DurationText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * LINK or SENDER for what UDP alone carried. No window, no congestion control and no loss holds a datagram back: a sender sends
 * at its own pace, and the line carries it or its queue drops it.
 *
 * <p>LINK: the line carried 95 % of what it can, or what the queue dropped is at least half of what the line could have carried
 * beside. SENDER: the line had room, and the sender offered nothing for it. What the path was asked to lose is told and is no
 * limit of the throughput: it takes its share of whatever is sent.
 */
final class DatagramRule implements Rule {

    private static final double BUSY = 0.95;
    private static final double DOMINANT = 0.5;

    /** A time on the line below this share of the whole transfer is not what it took. */
    private static final double LEAST_OF_ALL = 0.05;

    /** The same as {@link TimingCheck}: within so long a machine that does other work may not have sent or received. */
    private static final Duration WAKING = Duration.ofMillis(10);

    @Override
    public Optional<Diagnosis> judge(Account account) {
        if (!DatagramLoad.areDatagrams(account.connections())) {
            return Optional.empty();
        }
        DatagramLoad load = DatagramLoad.of(account.connections(), account.direction());
        Duration onLine = timeOnLine(account);
        Optional<DataRate> rate = account.path().link(account.direction()).lineRate();
        boolean tooShort = Shares.of(onLine, account.transfer().duration(account.direction())) < LEAST_OF_ALL;
        if (tooShort && load.queueDrops() == 0) {
            return Optional.of(tooShort(account));
        }
        if (rate.isEmpty()) {
            return Optional.of(onLine.compareTo(WAKING) < 0 ? tooShort(account) : ownPace(account, load, onLine));
        }
        double capacity = Math.max(rate.get().bitsPerSecond() / 8e9 * onLine.toNanos(), 1);
        double carried = carriedByAll(account);
        double dropped = load.frameBytes() - load.carriedFrameBytes();
        double unused = Math.max(0, capacity - carried);
        if (carried >= BUSY * capacity || (load.queueDrops() > 0 && dropped >= DOMINANT * unused)) {
            return Optional.of(link(account, load, rate.get(), Math.min(1, carried / capacity)));
        }
        return Optional.of(
                onLine.compareTo(WAKING) < 0
                        ? tooShort(account)
                        : sender(account, load, rate.get(), carried / capacity, onLine));
    }

    /** From the sender's first packet to the last one's end, without the way: what the ways take is the path's own. */
    private static Duration timeOnLine(Account account) {
        Direction direction = account.direction();
        Duration way = account.path().link(direction).delay();
        boolean asked = direction == Direction.DOWNSTREAM && account.sumOf(Direction.UPSTREAM) > 0;
        Duration request = asked ? account.path().link(direction.opposite()).delay() : Duration.ZERO;
        Duration time = account.transfer().duration(direction).minus(way).minus(request);
        return time.isNegative() ? Duration.ZERO : time;
    }

    /** Whoever else used the line: nobody could have had that part of it. */
    private static double carriedByAll(Account account) {
        double bytes = 0;
        int tcpHeaders = account.path().frameBytes() - account.path().mss();
        for (Connection connection : account.transfer().connections()) {
            if (connection.id().transport() == Transport.UDP) {
                bytes += DatagramLoad.of(List.of(connection), account.direction())
                        .carriedFrameBytes();
            } else {
                Flow flow = account.flow(connection);
                bytes += flow.after().sentBytes()
                        - flow.before().sentBytes()
                        + (double) flow.retransmissions() * account.path().mss()
                        + (double) flow.segments() * tcpHeaders;
            }
        }
        return bytes;
    }

    private static Diagnosis link(Account account, DatagramLoad load, DataRate rate, double share) {
        List<String> evidence = new ArrayList<>();
        evidence.add("the line was busy " + Shares.text(share) + " of the time and carried "
                + account.goodput().describe() + " of payload; it can carry " + ceiling(account, rate));
        addDrops(load, evidence);
        addLosses(account, load, evidence);
        return new Diagnosis(
                LimitingFactor.LINK,
                evidence,
                load.queueDrops() == 0
                        ? "nothing to repair: the line is full. To be faster, send fewer bytes (compression) or get a faster line"
                        : "send no faster than the line carries, evenly rather than in bursts, and let the receiver tell what arrives:"
                                + " nothing slows a sender of datagrams down by itself");
    }

    private static String ceiling(Account account, DataRate rate) {
        return account.linkCeilingOfExpectation()
                .map(link -> link.rate().describe() + ", for " + link.because())
                .orElse(rate.describe());
    }

    private static Diagnosis sender(Account account, DatagramLoad load, DataRate rate, double share, Duration onLine) {
        List<String> evidence = new ArrayList<>();
        evidence.add("the line stood idle " + Shares.text(1 - share) + " of the time: the "
                + account.ends().sender() + " offered " + offered(load, onLine) + " of payload, and it can carry "
                + ceiling(account, rate));
        addDrops(load, evidence);
        addLosses(account, load, evidence);
        return new Diagnosis(LimitingFactor.SENDER, evidence, sendMore(account, load));
    }

    private static Diagnosis ownPace(Account account, DatagramLoad load, Duration onLine) {
        List<String> evidence = new ArrayList<>();
        evidence.add("the line has no rate, and no window holds a datagram back: the "
                + account.ends().sender() + " offered " + offered(load, onLine) + " of payload");
        addLosses(account, load, evidence);
        return new Diagnosis(LimitingFactor.SENDER, evidence, sendMore(account, load));
    }

    private static String sendMore(Account account, DatagramLoad load) {
        return "no buffer helps here. If the two ends take turns, each turn costs a round trip of "
                + DurationText.describe(account.path().rtt())
                + " here: send the next datagram without waiting. Otherwise the "
                + account.ends().sender() + " must send more, sooner"
                + (load.queueDrops() == 0 ? "" : ", and evenly: in bursts its datagrams find the queue full");
    }

    private static String offered(DatagramLoad load, Duration onLine) {
        return DataRate.of(DataSize.ofBytes(load.payloadBytes()), onLine).describe();
    }

    private static void addDrops(DatagramLoad load, List<String> evidence) {
        if (load.queueDrops() > 0) {
            evidence.add("the queue dropped " + load.queueDrops() + " of " + load.packets() + " packets ("
                    + Shares.text(Shares.of(load.queueDrops(), load.packets())) + ")");
        }
    }

    private static void addLosses(Account account, DatagramLoad load, List<String> evidence) {
        if (load.pathLosses() > 0) {
            evidence.add("the path lost " + load.pathLosses() + " of " + load.packets() + " packets ("
                    + Shares.text(Shares.of(load.pathLosses(), load.packets())) + "; asked for "
                    + account.path().link(account.direction()).loss() + "), which no datagram waits for");
        }
    }

    private static Diagnosis tooShort(Account account) {
        return new Diagnosis(
                LimitingFactor.UNKNOWN,
                List.of("nothing held the " + account.ends().sender() + " back for long: "
                        + account.transfer().bytes(account.direction()).describe() + " took "
                        + DurationText.describe(account.transfer().duration(account.direction()))
                        + ", and a round trip of the path takes "
                        + DurationText.describe(account.path().rtt())),
                "send more datagrams to learn more: so short a transfer is made of the path's own delay");
    }
}
