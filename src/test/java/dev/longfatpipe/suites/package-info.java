/* SPDX-License-Identifier: Apache-2.0 */
/** Whether a suite that was promised has run: what {@code -Dsuites=…} makes of the reports of its tests. */
@NullMarked
package dev.longfatpipe.suites;

import org.jspecify.annotations.NullMarked;
