/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import dev.longfatpipe.junit.LongFatPipe;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The link between our two regions, as everybody in the team tests on it. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@LongFatPipe(path = "transatlantic", rate = "200mbit", kernel = "linux-6.1", congestionControl = "cubic")
public @interface TransatlanticLink {}
