/* SPDX-License-Identifier: Apache-2.0 */

/** What every backend must do alike: the contract that each backend's own test class extends. */
@NullMarked
package dev.longfatpipe.backend;

import org.jspecify.annotations.NullMarked;
