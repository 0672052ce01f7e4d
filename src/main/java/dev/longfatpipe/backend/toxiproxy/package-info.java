/* SPDX-License-Identifier: Apache-2.0 */

/** The backend on Toxiproxy: a TCP proxy between clients and servers, of which it can honour delay and rate. */
@NullMarked
package dev.longfatpipe.backend.toxiproxy;

import org.jspecify.annotations.NullMarked;
