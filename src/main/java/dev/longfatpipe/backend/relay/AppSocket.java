/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import dev.longfatpipe.observe.BufferReading;

/**
 * The two buffers of an application's socket.
 *
 * @param receive its receive buffer
 * @param send its send buffer
 */
record AppSocket(BufferReading receive, BufferReading send) {

    static final AppSocket ASSUMED_AUTO = new AppSocket(BufferReading.ASSUMED_AUTO, BufferReading.ASSUMED_AUTO);
}
