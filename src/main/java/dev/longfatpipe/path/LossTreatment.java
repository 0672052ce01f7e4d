/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.path;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import org.apiguardian.api.API;

/**
 * What the loss of a path is made of.
 *
 * @since 0.1
 */
@API(status = EXPERIMENTAL, since = "0.1")
public enum LossTreatment {
    /** Packets are lost. */
    PACKETS,
    /**
     * No packet is lost. Each connection gets at most the rate at which Mathis' law says that TCP goes on under such loss, {@code
     * 1.22 x MSS / (rtt x sqrt p)} ("The macroscopic behavior of the TCP congestion avoidance algorithm", 1997): for a backend that
     * cannot lose packets, and never unless a test asks for it. Nothing is sent again, no time goes by until a loss is noticed, and
     * an application whose protocol is its own answer to loss sees none.
     */
    MATHIS_RATE_CAP
}
