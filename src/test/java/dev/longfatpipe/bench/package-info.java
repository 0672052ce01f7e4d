/* SPDX-License-Identifier: Apache-2.0 */

/** Measures what the embedded relay carries, how exact it is and what it costs, beside raw loopback in the same run. */
@NullMarked
package dev.longfatpipe.bench;

import org.jspecify.annotations.NullMarked;
