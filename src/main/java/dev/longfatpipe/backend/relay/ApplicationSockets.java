/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import dev.longfatpipe.kernel.BufferSetting;
import dev.longfatpipe.observe.BufferReading;
import dev.longfatpipe.observe.BufferReading.Source;
import dev.longfatpipe.observe.ConnectionId;
import dev.longfatpipe.observe.SocketRecord;
import dev.longfatpipe.spi.DeclaredBuffers;
import java.io.IOException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The two sockets of the applications at the ends of one connection, as the kernel knows them. What they say of their buffers is
 * passed on to the model as long as auto-tuning cannot have changed it.
 */
final class ApplicationSockets {

    private final Relay relay;
    private final @Nullable UntouchedSockets untouched;
    private final Half up;
    private final Half down;
    private final String serverName;
    private final Set<Endpoint> found = new HashSet<>();

    ApplicationSockets(Relay relay, @Nullable UntouchedSockets untouched, ConnectionId id, Half up, Half down) {
        this.relay = relay;
        this.untouched = untouched;
        this.up = up;
        this.down = down;
        this.serverName = "server " + ConnectionId.text(id.server());
    }

    /** Returns whether sockets of this host can be read. */
    boolean areReadable() {
        return untouched != null;
    }

    /** Looks up the application's socket at the other end of a leg. */
    Optional<SocketRecord> find(Endpoint leg) {
        try {
            Optional<SocketRecord> record = relay.table().find(/* local= */ leg.remote(), /* remote= */ leg.local());
            if (record.isPresent()) {
                found.add(leg);
            }
            return record;
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Returns whether the application's socket was on this host, and is no more. Of a socket elsewhere nothing is known. */
    boolean isGone(Endpoint leg) {
        try {
            return found.contains(leg) && relay.table().isGone(/* local= */ leg.remote(), /* remote= */ leg.local());
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns what the relay has written to an application that has not read it: what its socket holds, and what the leg does. */
    long held(Endpoint leg, SocketRecord application) {
        if (application.unreadBytes() == 0) {
            return 0;
        }
        try {
            long inLeg = relay.table()
                    .find(leg.local(), leg.remote())
                    .map(SocketRecord::sendQueue)
                    .orElse(0L);
            return application.unreadBytes() + inLeg;
        } catch (IOException e) {
            return application.unreadBytes();
        }
    }

    void readClient(Endpoint leg) {
        readClient(find(leg));
    }

    void readClient(Optional<SocketRecord> record) {
        if (hasBuffers(record)) {
            AppSocket socket = relay.discovery().client(record.orElse(null), untouched);
            pass(record, untouched == null ? null : untouched.client(), socket, up, down, "the client");
        }
    }

    void readServer(Endpoint leg) {
        readServer(find(leg));
    }

    void readServer(Optional<SocketRecord> record) {
        if (hasBuffers(record)) {
            AppSocket socket = relay.discovery().server(record.orElse(null), untouched);
            pass(record, untouched == null ? null : untouched.server(), socket, down, up, serverName);
        }
    }

    /** A socket that was closed already says nothing; one that was never found is to be assumed. */
    private static boolean hasBuffers(Optional<SocketRecord> record) {
        return record.map(SocketRecord::hasBuffers).orElse(true);
    }

    private void pass(
            Optional<SocketRecord> record,
            @Nullable SocketRecord reference,
            AppSocket socket,
            Half sending,
            Half receiving,
            String who) {
        DeclaredBuffers declared = relay.request().declaredBuffers().orElseGet(DeclaredBuffers::auto);
        boolean client = sending == up;
        BufferSetting declaredReceive = client ? declared.clientReceive() : declared.serverReceive();
        BufferSetting declaredSend = client ? declared.clientSend() : declared.serverSend();
        boolean receiveMayBeTuned = receiving.flow().taken() > 0
                && record.map(r -> reference == null || relay.receiveTuning().explains(r, reference))
                        .orElse(true);
        if (!receiveMayBeTuned) {
            receiving.receiver(relay.limits().uncutReceive(socket.receive(), declaredReceive));
        } else if (receiving.receiver().source() == Source.ASSUMED) {
            receiving.receiver(tuned(socket.receive()));
        }
        BufferReading send = relay.limits().uncutSend(socket.send(), declaredSend);
        boolean mayBeTuned = reference != null
                && record.map(r -> relay.tuning().explains(r, reference)).orElse(false);
        // A size that auto-tuning, too, could have reached by now is the application's if it is what the test declares.
        if (!mayBeTuned || (!declaredSend.isAuto() && declaredSend.equals(send.setting()))) {
            sending.sender(send);
        } else if (sending.sender().source() == Source.ASSUMED) {
            sending.sender(tuned(send));
        }
        relay.warnings().addAll(relay.buffers().about(who, new AppSocket(receiving.receiver(), sending.sender())));
    }

    /** A socket that was read for the first time when auto-tuning could have begun already, and explains all there is to see. */
    private static BufferReading tuned(BufferReading read) {
        return new BufferReading(BufferSetting.auto(), read.granted(), read.windowScale(), read.source());
    }
}
