/* SPDX-License-Identifier: Apache-2.0 */

/** The snippets of the README, compiled and run. */
@NullMarked
package dev.longfatpipe.readme;

import org.jspecify.annotations.NullMarked;
