/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import org.apiguardian.api.API;

/**
 * The transport protocol of a connection.
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public enum Transport {
    /** RFC 9293. */
    TCP,
    /** RFC 768. What one client's socket exchanges with one server counts as a connection; no window holds it back. */
    UDP
}
