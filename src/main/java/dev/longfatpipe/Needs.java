/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe;

import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.path.Link;
import dev.longfatpipe.path.LossTreatment;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.path.Queue;
import dev.longfatpipe.spi.Capability;
import dev.longfatpipe.spi.PipeRequest;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DurationText;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/** What a request needs of a backend, each with what of the request needs it, for an error message. */
final class Needs {

    private static final String CONGESTION_CONTROL = "net.ipv4.tcp_congestion_control";

    /** Half of an rtt of an odd number of nanoseconds is one more in one direction than in the other. */
    private static final Duration ROUNDING = Duration.ofNanos(1);

    private final Map<Capability, String> needs = new EnumMap<>(Capability.class);

    private Needs() {}

    /**
     * The needs of a request.
     *
     * @param host the kernel profile that a backend has without doing anything
     */
    static Map<Capability, String> of(PipeRequest request, KernelProfile host) {
        Needs needs = new Needs();
        for (Direction direction : Direction.values()) {
            needs.addLink(request.path().link(direction), request.lossAs());
        }
        if (request.perConnectionRate()) {
            needs.needs.put(Capability.PER_CONNECTION_RATE, "perConnectionRate [true]");
        }
        request.declaredBuffers()
                .ifPresent(declared -> needs.needs.put(Capability.WINDOWS, "a declaration of socket buffers"));
        needs.addAsymmetry(request.path());
        needs.addKernel(request.clientKernel(), host);
        needs.addKernel(request.serverKernel(), host);
        return needs.needs;
    }

    private void addLink(Link link, LossTreatment lossAs) {
        if (lossAs == LossTreatment.MATHIS_RATE_CAP) {
            needs.putIfAbsent(Capability.LOSS_AS_RATE, "lossAs [" + lossAs + "]");
        } else if (!link.loss().isNone()) {
            needs.putIfAbsent(Capability.LOSS, "loss [" + link.loss() + "]");
        }
        if (!link.jitter().isZero()) {
            needs.putIfAbsent(Capability.JITTER, "jitter [" + DurationText.format(link.jitter()) + "]");
        }
        if (link.lineRate().isPresent() && !link.queue().equals(Queue.DEFAULT)) {
            needs.putIfAbsent(Capability.QUEUE, "queue [" + link.queue() + "]");
        }
    }

    private void addAsymmetry(Path path) {
        Link up = path.upstream();
        Link down = path.downstream();
        addAsymmetry("rate", rate(up), rate(down));
        if (up.delay().minus(down.delay()).abs().compareTo(ROUNDING) > 0) {
            addAsymmetry("delay", DurationText.format(up.delay()), DurationText.format(down.delay()));
        }
        addAsymmetry("loss", up.loss(), down.loss());
        addAsymmetry("jitter", DurationText.format(up.jitter()), DurationText.format(down.jitter()));
        if (up.lineRate().isPresent()) {
            addAsymmetry("queue", up.queue(), down.queue());
        }
    }

    private void addAsymmetry(String attribute, Object upstream, Object downstream) {
        if (!upstream.equals(downstream)) {
            needs.putIfAbsent(
                    Capability.ASYMMETRY, attribute + " [" + upstream + " upstream, " + downstream + " downstream]");
        }
    }

    private static String rate(Link link) {
        return link.lineRate().map(DataRate::toString).orElse("unlimited");
    }

    /** What a profile is called does not matter, only what it does; the congestion control is a matter of its own. */
    private void addKernel(KernelProfile kernel, KernelProfile host) {
        String ours = host.sysctls().congestionControl();
        String asked = kernel.sysctls().congestionControl();
        if (!asked.equals(ours)) {
            needs.putIfAbsent(Capability.CONGESTION_CONTROL, "congestion control [" + asked + "]");
        }
        if (kernel.law() != host.law()
                || !kernel.sysctls().with(CONGESTION_CONTROL, ours).equals(host.sysctls())) {
            needs.putIfAbsent(Capability.KERNEL_PROFILE, "kernel profile [" + kernel.name() + "]");
        }
    }
}
