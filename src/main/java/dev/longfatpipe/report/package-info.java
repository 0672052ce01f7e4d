/* SPDX-License-Identifier: Apache-2.0 */
/** The report of a run: what each test measured, as JSON, as a page, and as a summary. */
@NullMarked
package dev.longfatpipe.report;

import org.jspecify.annotations.NullMarked;
