/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

/** One direction of what two ends exchange, a part of whose packets the path may have lost. */
interface LossBearer {

    /** Returns the packets with data that may have been lost since the look before the last. */
    long segmentsAtRisk();

    /**
     * Takes what was lost of its packets since then.
     *
     * @param byPath as the path was asked to
     * @param byQueue for want of room
     * @param otherwise by a cut, or by the machine
     */
    void addLost(long byPath, long byQueue, long otherwise);
}
