/* SPDX-License-Identifier: Apache-2.0 */

/** Exact value types for rates, sizes, shares and times: what {@code parse} reads, {@code toString} writes back. */
@NullMarked
package dev.longfatpipe.units;

import org.jspecify.annotations.NullMarked;
