/* SPDX-License-Identifier: Apache-2.0 */
/** How often the gate errs: runs of unchanged code, and runs with slow-downs that were planted. */
@NullMarked
package dev.longfatpipe.gate;

import org.jspecify.annotations.NullMarked;
