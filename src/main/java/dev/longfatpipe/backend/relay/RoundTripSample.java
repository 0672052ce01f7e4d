/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

/**
 * What an acknowledgement of something that was sent only once tells.
 *
 * @param rttNanos its round-trip time
 * @param smoothedNanos the smoothed round-trip time, this one included
 * @param acknowledged end of what has been acknowledged without a gap
 * @param sent end of what has been sent
 * @param nowNanos when it came
 */
record RoundTripSample(long rttNanos, long smoothedNanos, long acknowledged, long sent, long nowNanos) {}
