/* SPDX-License-Identifier: Apache-2.0 */

/** What held a transfer back, how it compares with what the path allows, and the text that tells an engineer. */
@NullMarked
package dev.longfatpipe.diagnose;

import org.jspecify.annotations.NullMarked;
