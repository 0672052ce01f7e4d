/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

import java.io.IOException;
import java.util.BitSet;

/** A device that this JVM is attached to, with its engine and the addresses that its pipes take. Thread-safe. */
final class Device implements AutoCloseable {

    private static final int LAST_BYTES = 256;

    private final String name;
    private final AddressPlan plan;
    private final TunEngine engine;
    private final boolean made;
    private final BitSet taken = new BitSet();
    /** The kernel may remember peers of an earlier process: begin somewhere else than that one. */
    private int lastTaken = (int) (ProcessHandle.current().pid() % LAST_BYTES);

    /** @param made whether it was made by this JVM, and not beforehand */
    Device(String name, AddressPlan plan, TunEngine engine, boolean made) {
        this.name = name;
        this.plan = plan;
        this.engine = engine;
        this.made = made;
    }

    String name() {
        return name;
    }

    AddressPlan plan() {
        return plan;
    }

    TunEngine engine() {
        return engine;
    }

    boolean isMade() {
        return made;
    }

    /** Takes an address for a pipe; the one that has not been used for longest, as the kernel remembers what it saw of each. */
    synchronized int takeAddress() throws IOException {
        for (int i = 1; i <= LAST_BYTES; i++) {
            int candidate = (lastTaken + i) % LAST_BYTES;
            if (plan.isVirtual(candidate) && !taken.get(candidate)) {
                taken.set(candidate);
                lastTaken = candidate;
                return candidate;
            }
        }
        throw new IOException("device [" + name + "] has no address left in " + plan.network()
                + ": close pipes, or give it a" + " network of 256 addresses");
    }

    synchronized void giveAddress(int lastByte) {
        taken.clear(lastByte);
    }

    @Override
    public void close() {
        engine.close();
    }
}
