/* SPDX-License-Identifier: Apache-2.0 */

/** The backend netem: the kernel's own emulation in a router between the two ends. */
@NullMarked
package dev.longfatpipe.backend.netem;

import org.jspecify.annotations.NullMarked;
