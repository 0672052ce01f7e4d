/* SPDX-License-Identifier: Apache-2.0 */

/** What the backends that emulate a path in this JVM share: the line, its losses, the work due later, the probe. */
@NullMarked
package dev.longfatpipe.emulate;

import org.jspecify.annotations.NullMarked;
