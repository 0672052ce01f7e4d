/* SPDX-License-Identifier: Apache-2.0 */

/** What a kernel makes of a requested socket buffer: its window law, its send capacity and the sysctls that bound both. */
@NullMarked
package dev.longfatpipe.kernel;

import org.jspecify.annotations.NullMarked;
