/* SPDX-License-Identifier: Apache-2.0 */
/** The buffers that the sockets of a test are to have, and what gives them to the sockets in time. */
@NullMarked
package dev.longfatpipe.socket;

import org.jspecify.annotations.NullMarked;
