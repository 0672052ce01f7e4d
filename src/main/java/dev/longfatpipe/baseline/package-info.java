/* SPDX-License-Identifier: Apache-2.0 */
/** What a test reached before, kept in a text file beside it, and the verdict on whether it reaches as much now. */
@NullMarked
package dev.longfatpipe.baseline;

import org.jspecify.annotations.NullMarked;
