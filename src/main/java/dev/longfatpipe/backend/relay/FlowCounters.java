/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

/** What is counted of one flow. */
final class FlowCounters {

    long segments;
    long retransmissions;
    long pathLosses;
    long queueDrops;
}
