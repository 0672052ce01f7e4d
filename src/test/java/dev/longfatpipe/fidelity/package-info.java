/* SPDX-License-Identifier: Apache-2.0 */

/** Runs what was measured on real kernels again through a pipe, and writes the two side by side. */
@NullMarked
package dev.longfatpipe.fidelity;

import org.jspecify.annotations.NullMarked;
