/* SPDX-License-Identifier: Apache-2.0 */

/** What a well-tuned application should reach on a path: ceilings, the term that binds, and the time of finite transfers. */
@NullMarked
package dev.longfatpipe.expect;

import org.jspecify.annotations.NullMarked;
