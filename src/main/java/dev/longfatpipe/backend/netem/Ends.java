/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import java.net.InetAddress;

/** The addresses of one pipe: two of this host, and those of the router between them. */
interface Ends {

    /** This host's address towards the router, from which clients connect. */
    InetAddress client();

    /** The router's address towards clients: what they connect to. */
    InetAddress entry();

    /** This host's address towards the router, at which servers are reached. */
    InetAddress server();

    /** The router's address towards servers of this host: who they think connects to them. */
    InetAddress exit();
}
