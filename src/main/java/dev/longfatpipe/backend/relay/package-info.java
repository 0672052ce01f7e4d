/* SPDX-License-Identifier: Apache-2.0 */

/** The relay: a TCP relay inside the test JVM that models delay, bottleneck, loss and the windows of both ends. */
@NullMarked
package dev.longfatpipe.backend.relay;

import org.jspecify.annotations.NullMarked;
