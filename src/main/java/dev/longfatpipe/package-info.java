/* SPDX-License-Identifier: Apache-2.0 */

/** Pipes: live instances of an emulated path, opened for a test and closed after it. */
@NullMarked
package dev.longfatpipe;

import org.jspecify.annotations.NullMarked;
