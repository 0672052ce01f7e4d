/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.expect;

import dev.longfatpipe.path.Direction;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import dev.longfatpipe.units.DurationText;
import dev.longfatpipe.units.Loss;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * The goodput that a well-tuned application should reach on a path, and the term that keeps it from more.
 *
 * <p>Pure arithmetic, immutable. There are two questions. Without {@link ExpectationBuilder#bytes} it is the steady state: the
 * least of the ceilings of the link, the windows and the loss. With a number of bytes it is the transfer: slow start costs
 * round trips that no application can save, so that 1 MiB on 100 ms and 100 mbit takes 663 ms, 12.7 mbit.
 *
 * <pre>{@code
 * Expectation steady = Expectation.of(path, DOWNSTREAM).window(DataSize.ofBytes(64_088)).build();
 * steady.goodput();              // 5.13 mbit
 * steady.binding();              // WINDOW 5.1 mbit (64088 bytes in flight per round trip of 100 ms)
 * }</pre>
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class Expectation {

    /**
     * Slow start binds a transfer that it keeps below nine tenths of the steady state; one that comes closer is called by the
     * steady state's own term. Our choice: it separates 10 MiB (59 %) from 100 MiB (94 %) at 100 ms and 100 mbit.
     */
    private static final long START_UP_TENTHS = 9;

    private final List<Ceiling> ceilings;
    private final Optional<Ceiling> binding;
    private final Optional<DataRate> goodput;
    private final Optional<Duration> completion;

    private Expectation(
            List<Ceiling> ceilings,
            Optional<Ceiling> binding,
            Optional<DataRate> goodput,
            Optional<Duration> completion) {
        this.ceilings = List.copyOf(ceilings);
        this.binding = binding;
        this.goodput = goodput;
        this.completion = completion;
    }

    /**
     * Starts an expectation.
     *
     * @param direction in which the data flows
     */
    public static ExpectationBuilder of(Path path, Direction direction) {
        return new ExpectationBuilder(path, direction);
    }

    /**
     * The goodput that a window allows, window / rtt: 64 KiB / 100 ms = 5.2 mbit.
     *
     * @return empty when the round trip is zero, or so short that the window is none ({@link DataRate#MAX} or more)
     * @throws IllegalArgumentException if the round trip is negative
     */
    public static Optional<DataRate> windowCeiling(DataSize window, Duration rtt) {
        return RoundTrip.rate(window, RoundTrip.require(rtt));
    }

    /**
     * The bytes in flight that keep a path full, rate x rtt, rounded down: 1,250,000 bytes for 100 mbit and 100 ms.
     *
     * @throws IllegalArgumentException if the round trip is negative
     */
    public static DataSize bandwidthDelayProduct(DataRate rate, Duration rtt) {
        return rate.bytesIn(RoundTrip.require(rtt));
    }

    /** Every ceiling that there is, in the order of {@link Term}; the one of a term that bounds nothing is absent. */
    public List<Ceiling> ceilings() {
        return ceilings;
    }

    /**
     * The ceiling of one term.
     *
     * @return empty when that term bounds nothing here
     */
    public Optional<Ceiling> ceiling(Term term) {
        return ceilings.stream().filter(ceiling -> ceiling.term() == term).findFirst();
    }

    /**
     * The ceiling that keeps the goodput from being higher.
     *
     * <p>In the steady state the least of all. For a transfer it is SLOW_START if that keeps the goodput below nine tenths of
     * the steady state, else the one that binds there. A transfer so short that most of its like end before a packet is lost
     * may be expected to beat the LOSS ceiling, an average over many losses: if it does so clearly (steady state below nine
     * tenths of it), then, too, it is SLOW_START.
     *
     * @return empty when nothing bounds the goodput: an unlimited line without loss and without windows
     */
    public Optional<Ceiling> binding() {
        return binding;
    }

    /**
     * Application bytes per second, of all connections together. For a transfer it is its bytes over {@link #completion()}.
     *
     * @return empty when nothing bounds it: an unlimited line without loss and without windows, or a round trip of zero
     */
    public Optional<DataRate> goodput() {
        return goodput;
    }

    /**
     * The time from the sender's first byte to the receiver's last; with the handshake and the request where they were asked
     * for, then from the client's first packet.
     *
     * @return empty for the steady state
     */
    public Optional<Duration> completion() {
        return completion;
    }

    static Expectation compute(ExpectationBuilder asked) {
        Optional<Datagrams> datagrams = asked.datagrams();
        if (datagrams.isPresent()) {
            return of(datagrams.get(), asked);
        }
        if (asked.split != null) {
            return of(new ProxiedTransfer(asked, asked.split), asked);
        }
        List<Ceiling> ceilings = new ArrayList<>();
        link(asked).ifPresent(ceilings::add);
        window(asked).ifPresent(ceilings::add);
        loss(asked).ifPresent(ceilings::add);
        Optional<Ceiling> steady = ceilings.stream().min(Comparator.comparing(Ceiling::rate));
        Optional<DataRate> steadyRate = steady.map(Ceiling::rate);
        if (asked.bytes().isEmpty()) {
            return new Expectation(ceilings, steady, steadyRate, Optional.empty());
        }
        DataSize bytes = asked.bytes().get();
        FiniteTransfer transfer = FiniteTransfer.of(asked, bytes, steadyRate);
        Optional<DataRate> goodput = RoundTrip.rate(bytes, transfer.duration());
        Optional<Ceiling> slowStart = goodput.map(rate -> new Ceiling(Term.SLOW_START, rate, transfer.because()));
        slowStart.ifPresent(ceilings::add);
        boolean startUpBinds = slowStart.isPresent()
                && steadyRate
                        .map(rate -> startUpBinds(slowStart.get().rate(), rate))
                        .orElse(true);
        return new Expectation(ceilings, startUpBinds ? slowStart : steady, goodput, Optional.of(transfer.duration()));
    }

    private static Expectation of(ProxiedTransfer proxied, ExpectationBuilder asked) {
        List<Ceiling> ceilings = new ArrayList<>(proxied.ceilings());
        Optional<Ceiling> steady = ceilings.stream().min(Comparator.comparing(Ceiling::rate));
        Optional<DataRate> steadyRate = steady.map(Ceiling::rate);
        if (asked.bytes().isEmpty()) {
            return new Expectation(ceilings, steady, steadyRate, Optional.empty());
        }
        DataSize bytes = asked.bytes().get();
        Duration completion = proxied.completion(bytes, steadyRate);
        Optional<Ceiling> delay = RoundTrip.rate(bytes, completion)
                .map(rate -> new Ceiling(Term.DELAY, rate, proxied.because(bytes, completion)));
        delay.ifPresent(ceilings::add);
        boolean delayBinds = delay.isPresent()
                && steadyRate
                        .map(rate -> startUpBinds(delay.get().rate(), rate))
                        .orElse(true);
        return new Expectation(
                ceilings, delayBinds ? delay : steady, delay.map(Ceiling::rate), Optional.of(completion));
    }

    private static Expectation of(Datagrams datagrams, ExpectationBuilder asked) {
        Optional<Ceiling> link = datagrams.ceiling();
        Optional<Duration> completion = asked.bytes().map(bytes -> datagrams.completion(bytes, asked.afterRequest));
        Optional<DataRate> goodput = completion.isEmpty() || link.isEmpty()
                ? link.map(Ceiling::rate)
                : RoundTrip.rate(asked.bytes().orElseThrow(), completion.get());
        return new Expectation(link.stream().toList(), link, goodput, completion);
    }

    private static boolean startUpBinds(DataRate transfer, DataRate steady) {
        boolean farBelow = 10 * transfer.bitsPerSecond() < START_UP_TENTHS * steady.bitsPerSecond();
        boolean farAbove = START_UP_TENTHS * transfer.bitsPerSecond() > 10 * steady.bitsPerSecond();
        return farBelow || farAbove;
    }

    private static Optional<Ceiling> link(ExpectationBuilder asked) {
        double share = lossOf(asked).isZero() ? Sawtooth.share(asked) : 1;
        String payload = asked.path.mss() + " of " + asked.path.frameBytes() + " bytes of each frame carry payload";
        return asked.path
                .goodputCeiling(asked.direction)
                .map(rate -> share == 1
                        ? new Ceiling(Term.LINK, rate, payload)
                        : new Ceiling(
                                Term.LINK,
                                DataRate.ofBitsPerSecond((long) (rate.bitsPerSecond() * share)),
                                payload + ", and " + asked.congestionControl + " leaves "
                                        + Math.round((1 - share) * 100)
                                        + " % of the line idle behind so small a queue"));
    }

    private static Loss lossOf(ExpectationBuilder asked) {
        return asked.path.link(asked.direction).loss().meanLoss();
    }

    private static Optional<Ceiling> window(ExpectationBuilder asked) {
        return asked.totalWindow()
                .flatMap(window -> windowCeiling(window, asked.path.rtt())
                        .map(rate -> new Ceiling(
                                Term.WINDOW,
                                rate,
                                window.bytes() + " bytes in flight per round trip of " + rtt(asked)
                                        + together(asked.connections))));
    }

    private static Optional<Ceiling> loss(ExpectationBuilder asked) {
        Loss loss = lossOf(asked);
        if (loss.isZero()) {
            return Optional.empty();
        }
        CongestionControl control = CongestionControl.named(asked.congestionControl);
        return control.lossCeiling(asked.path.mss(), asked.path.rtt(), loss)
                .flatMap(rate -> RoundTrip.rate((double) rate.bitsPerSecond() * asked.connections))
                .map(rate -> new Ceiling(
                        Term.LOSS,
                        rate,
                        control.law(asked.path.rtt(), loss) + ": MSS " + asked.path.mss() + ", rtt " + rtt(asked)
                                + ", p " + loss + together(asked.connections)));
    }

    private static String together(int connections) {
        return connections == 1 ? "" : ", " + connections + " connections together";
    }

    private static String rtt(ExpectationBuilder asked) {
        return DurationText.describe(asked.path.rtt());
    }

    /** One line for reports: the goodput and the ceiling that binds. */
    @Override
    public String toString() {
        return goodput.map(DataRate::describe).orElse("no bound")
                + binding.map(ceiling -> ", " + ceiling.term() + ": " + ceiling.because())
                        .orElse("");
    }
}
