/* SPDX-License-Identifier: Apache-2.0 */
/** The JUnit Jupiter extension: pipes and socket buffers that a test asks for with an annotation. */
@NullMarked
package dev.longfatpipe.junit;

import org.jspecify.annotations.NullMarked;
