/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

/** The moment at which a sender hears that a retransmission was delivered. */
record ResentReport(long nanos, long bytes) implements Comparable<ResentReport> {

    @Override
    public int compareTo(ResentReport other) {
        return Long.compare(nanos, other.nanos);
    }
}
