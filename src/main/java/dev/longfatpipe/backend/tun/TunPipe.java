/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

import dev.longfatpipe.emulate.Probe;
import dev.longfatpipe.observe.KernelEnd;
import dev.longfatpipe.observe.ListeningSockets;
import dev.longfatpipe.observe.PipeDescription;
import dev.longfatpipe.observe.PipeSnapshot;
import dev.longfatpipe.observe.SocketRecord;
import dev.longfatpipe.observe.SocketTable;
import dev.longfatpipe.observe.Verification;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.spi.DeclaredBuffers;
import dev.longfatpipe.spi.OpenPipe;
import dev.longfatpipe.spi.PipeRequest;
import dev.longfatpipe.spi.Ticker;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A pipe through a TUN device. */
final class TunPipe implements OpenPipe {

    static final String PCAP_PROPERTY = "longfatpipe.tun.pcap";

    private final Devices devices;
    private final Devices.Kind kind;
    private final Device device;
    private final Line line;
    private final Servers servers;
    private final Routes routes;
    private final Observer observer;
    private final Map<InetSocketAddress, InetSocketAddress> led = new HashMap<>();
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile PipeDescription description;

    private TunPipe(PipeRequest request, Devices devices, Devices.Kind kind, Device device, int lastByte, Routes routes)
            throws IOException {
        this.devices = devices;
        this.kind = kind;
        this.device = device;
        AddressPlan plan = device.plan();
        TunEngine engine = device.engine();
        this.servers = new Servers(plan, ListeningSockets.ofThisHost());
        this.routes = routes;
        routes.pin(request);
        long now = engine.ticker().nanos();
        this.line = new Line(
                lastByte,
                request.path(),
                request.seed(),
                new Conversations(plan.four(), plan.six()),
                capture(request.name(), now),
                engine.chunks(),
                now);
        engine.call(() -> {
            engine.add(line);
            return true;
        });
        try {
            this.description = describe(request, verify(request.path()));
            this.observer = observe(request);
        } catch (IOException | RuntimeException | Error e) {
            removeLine();
            throw e;
        }
    }

    static TunPipe open(PipeRequest request, Devices devices) throws IOException {
        Routes.requireOneControl(request);
        Devices.Kind kind = SegmentSizes.asConfigured().kindFor(request.path());
        Device device = devices.acquire(kind);
        int lastByte = -1;
        @Nullable Routes routes = null;
        try {
            lastByte = device.takeAddress();
            routes = new Routes(device, IpTool.ofThisMachine(), lastByte);
            return new TunPipe(request, devices, kind, device, lastByte, routes);
        } catch (IOException | RuntimeException | Error e) {
            if (routes != null) {
                routes.unpin();
            }
            if (lastByte >= 0) {
                device.giveAddress(lastByte);
            }
            devices.release(kind);
            throw e;
        }
    }

    private static @Nullable PacketCapture capture(String pipe, long nowNanos) throws IOException {
        String where = System.getProperty(PCAP_PROPERTY, "").strip();
        return where.isEmpty() ? null : PacketCapture.begin(java.nio.file.Path.of(where), pipe, nowNanos);
    }

    private static PipeDescription describe(PipeRequest request, Verification verification) {
        return new PipeDescription(
                request.name(),
                request.path(),
                request.clientKernel(),
                request.serverKernel(),
                TunBackend.NAME,
                "kernel TCP end to end",
                request.seed(),
                verification);
    }

    private Verification verify(Path path) throws IOException {
        InetAddress own = device.plan().four();
        Ticker ticker = device.engine().ticker();
        DatagramBurst burst = new DatagramBurst(path, ticker, own, this::leadProbe);
        try {
            return Probe.run(path, ticker, this::leadProbe, own, burst);
        } catch (IOException e) {
            throw new IOException(
                    "no packet comes back from device [" + device.name()
                            + "]; a firewall of this machine may drop what comes from it: " + e.getMessage(),
                    e);
        }
    }

    private InetSocketAddress leadProbe(InetSocketAddress server) throws IOException {
        device.engine().call(() -> {
            line.conversations().addProbe(server.getPort());
            return true;
        });
        return new InetSocketAddress(device.plan().virtualFour(line.lastByte()), server.getPort());
    }

    private Observer observe(PipeRequest request) throws IOException {
        SocketTable table = SocketTable.ofThisHost();
        try {
            UntouchedSockets untouched =
                    UntouchedSockets.through(this::leadProbe, device.plan().four(), table);
            SocketLooks looks = new SocketLooks(
                    device.plan(),
                    line.lastByte(),
                    table,
                    clientEnd(request, untouched.client()),
                    serverEnd(request, untouched.server()),
                    request.path().mss(),
                    device.engine().ticker().nanos());
            return new Observer(line, device, servers, looks, request.path().rtt(), request.name());
        } catch (IOException | RuntimeException e) {
            table.close();
            throw e;
        }
    }

    private static KernelEnd clientEnd(PipeRequest request, @Nullable SocketRecord untouched) {
        DeclaredBuffers declared = request.declaredBuffers().orElseGet(DeclaredBuffers::auto);
        return new KernelEnd(
                request.clientKernel(),
                declared.clientReceive(),
                declared.clientSend(),
                request.declaredBuffers().isPresent(),
                untouched);
    }

    private static KernelEnd serverEnd(PipeRequest request, @Nullable SocketRecord untouched) {
        DeclaredBuffers declared = request.declaredBuffers().orElseGet(DeclaredBuffers::auto);
        return new KernelEnd(
                request.serverKernel(),
                declared.serverReceive(),
                declared.serverSend(),
                request.declaredBuffers().isPresent(),
                untouched);
    }

    @Override
    public PipeDescription description() {
        return description;
    }

    @Override
    public InetSocketAddress to(InetSocketAddress server) throws IOException {
        synchronized (led) {
            InetSocketAddress known = led.get(server);
            if (known != null) {
                return known;
            }
            InetSocketAddress address = servers.addressFor(server, line.lastByte());
            device.engine().call(() -> {
                line.conversations().addServer(server);
                return true;
            });
            led.put(server, address);
            return address;
        }
    }

    @Override
    public void change(Path path) throws IOException {
        if (SegmentSizes.mustBecomeSingle(kind, path)) {
            device.engine().requireSingleSegments();
        }
        device.engine().call(() -> {
            line.change(path, device.engine().ticker().nanos());
            return true;
        });
        observer.rttIs(path.rtt());
        description = description.on(path);
    }

    @Override
    public void cut() throws IOException {
        device.engine().call(() -> {
            line.cut(device.engine().ticker().nanos());
            return true;
        });
    }

    @Override
    public void restore() throws IOException {
        device.engine().call(() -> {
            line.restore(device.engine().ticker().nanos());
            return true;
        });
    }

    @Override
    public PipeSnapshot snapshot() {
        return observer.snapshot();
    }

    @Override
    public List<PipeSnapshot> snapshots(long fromNanos, long toNanos) {
        return observer.snapshots(fromNanos, toNanos);
    }

    @Override
    public boolean awaitDelivery(Duration atMost) throws InterruptedException {
        return observer.awaitDelivery(atMost);
    }

    @Override
    public List<String> warnings() {
        return observer.warnings();
    }

    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        observer.close();
        try {
            removeLine();
        } catch (IOException alreadyGone) {
            // An engine that has failed has closed its lines.
        } finally {
            routes.unpin();
            device.giveAddress(line.lastByte());
            devices.release(kind);
        }
    }

    private void removeLine() throws IOException {
        device.engine().call(() -> {
            device.engine().remove(line);
            return true;
        });
    }
}
