/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.fidelity;

import dev.longfatpipe.kernel.KernelProfile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** What stands at both ends of a pipe: kernels that are modelled, or the kernel that this machine has. */
interface Ends {

    /** Makes both ends what a scenario says, until that is undone. */
    interface Prepared extends AutoCloseable {
        @Override
        void close() throws IOException;
    }

    /**
     * Makes both ends what a scenario says.
     *
     * @throws IllegalArgumentException if they cannot be that
     * @throws IOException if this machine refuses it
     */
    Prepared prepare(Scenario scenario) throws IOException;

    /** The profile of both ends, before a scenario's own sysctls. */
    KernelProfile kernel();

    /** Whether connect() takes a round trip, as it does where the kernel does TCP from end to end. */
    boolean areReal();

    /** Where the server of a scenario listens. */
    InetSocketAddress serverAddress();

    /** Kernels that the backend models. */
    record Modelled(KernelProfile kernel) implements Ends {

        @Override
        public Prepared prepare(Scenario scenario) {
            scenario.clientKernel(kernel);
            scenario.serverKernel(kernel);
            return () -> {};
        }

        @Override
        public boolean areReal() {
            return false;
        }

        @Override
        public InetSocketAddress serverAddress() {
            return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        }
    }

    /**
     * The kernel of this machine, whose sysctls are set for each scenario: of the truth's own machine, and the scenario's over
     * them. Both ends share them, so that what a scenario sets on one end is set on both. Run in a network namespace of its own.
     */
    record Real(SysctlFiles files) implements Ends {

        @Override
        public Prepared prepare(Scenario scenario) throws IOException {
            return files.set(scenario);
        }

        @Override
        public KernelProfile kernel() {
            return KernelProfile.host();
        }

        @Override
        public boolean areReal() {
            return true;
        }

        @Override
        public InetSocketAddress serverAddress() {
            return new InetSocketAddress(0);
        }
    }
}
