/* SPDX-License-Identifier: Apache-2.0 */

/** What a backend implements to open pipes. */
@NullMarked
package dev.longfatpipe.spi;

import org.jspecify.annotations.NullMarked;
