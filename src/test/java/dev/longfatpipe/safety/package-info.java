/* SPDX-License-Identifier: Apache-2.0 */
/** The safety net: what must hold for any input, on any machine, however often; at full size with {@code -Psafety}. */
@NullMarked
package dev.longfatpipe.safety;

import org.jspecify.annotations.NullMarked;
