/* SPDX-License-Identifier: Apache-2.0 */

/** What was seen on a pipe: samples of its connections, and the transfers made of them. */
@NullMarked
package dev.longfatpipe.observe;

import org.jspecify.annotations.NullMarked;
