/* SPDX-License-Identifier: Apache-2.0 */

/** Paths: what the emulated network between two endpoints is like, per direction. */
@NullMarked
package dev.longfatpipe.path;

import org.jspecify.annotations.NullMarked;
