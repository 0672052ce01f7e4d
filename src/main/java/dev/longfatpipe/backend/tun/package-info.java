/* SPDX-License-Identifier: Apache-2.0 */

/** The backend that lets the kernel do TCP: packets go through a TUN device and come back later. */
@NullMarked
package dev.longfatpipe.backend.tun;

import org.jspecify.annotations.NullMarked;
