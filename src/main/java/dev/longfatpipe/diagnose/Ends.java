/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.observe.ConnectionId;
import dev.longfatpipe.observe.PipeDescription;
import dev.longfatpipe.path.Direction;

/** Which end of a connection sends in a direction and which receives, in words. */
record Ends(Direction direction, KernelProfile senderKernel, KernelProfile receiverKernel) {

    static Ends of(PipeDescription pipe, Direction direction) {
        return direction == Direction.UPSTREAM
                ? new Ends(direction, pipe.clientKernel(), pipe.serverKernel())
                : new Ends(direction, pipe.serverKernel(), pipe.clientKernel());
    }

    String sender() {
        return direction == Direction.UPSTREAM ? "client" : "server";
    }

    String receiver() {
        return direction == Direction.UPSTREAM ? "server" : "client";
    }

    String senderSocket(ConnectionId id) {
        return sender() + " socket " + ConnectionId.text(direction == Direction.UPSTREAM ? id.client() : id.server());
    }

    String receiverSocket(ConnectionId id) {
        return receiver() + " socket " + ConnectionId.text(direction == Direction.UPSTREAM ? id.server() : id.client());
    }
}
