/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import dev.longfatpipe.observe.Netlink;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** What the queueing disciplines of one of a router's namespaces have done. A look takes a tenth of what one by tc does. */
final class QdiscCounters implements AutoCloseable {

    private final Netlink netlink;

    private QdiscCounters(Netlink netlink) {
        this.netlink = netlink;
    }

    /** Counts in the namespace of this file. */
    static QdiscCounters in(Path namespace) throws IOException {
        return new QdiscCounters(Netlink.in(namespace, Netlink.ROUTE));
    }

    /** Returns the number that the kernel has for a device. */
    int index(String device) throws IOException {
        for (Netlink.Message answer : netlink.ask(QdiscMessages.RTM_GETLINK, QdiscMessages.device(device))) {
            OptionalInt index = QdiscMessages.index(answer);
            if (index.isPresent()) {
                return index.getAsInt();
            }
        }
        throw new IOException("device [" + device + "] has no index");
    }

    /** Returns the queueing disciplines of a device, without their options. */
    List<Qdisc> of(int device) throws IOException {
        List<Qdisc> found = new ArrayList<>();
        for (Netlink.Message each : netlink.dump(QdiscMessages.RTM_GETQDISC, QdiscMessages.all())) {
            if (QdiscMessages.isOf(device, each)) {
                found.add(QdiscMessages.read(each));
            }
        }
        return found;
    }

    @Override
    public void close() {
        netlink.close();
    }
}
