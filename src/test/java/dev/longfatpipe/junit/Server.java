/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import java.net.InetAddress;
import java.net.InetSocketAddress;

/** The address of a server that the fake backend never talks to. */
final class Server {

    static final InetSocketAddress ADDRESS = new InetSocketAddress(InetAddress.getLoopbackAddress(), 9);

    private Server() {}
}
