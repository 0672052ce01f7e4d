/* SPDX-License-Identifier: Apache-2.0 */

/** AssertJ assertions on transfers, pipes and sockets, whose failures say what held the transfer back. */
@NullMarked
package dev.longfatpipe.assertj;

import org.jspecify.annotations.NullMarked;
