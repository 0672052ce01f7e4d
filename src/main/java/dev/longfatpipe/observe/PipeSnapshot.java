/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import java.util.List;
import org.apiguardian.api.API;

/**
 * A pipe at a moment: every connection it ever had, and how well it kept time.
 *
 * @param nanos when, on the pipe's own monotonic clock; only differences mean anything
 * @param connections every connection since the pipe was opened, closed ones included, in order of their numbers
 * @param punctuality how well the machine kept the pipe's time
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record PipeSnapshot(long nanos, List<ConnectionSample> connections, Punctuality punctuality) {

    public PipeSnapshot {
        connections = List.copyOf(connections);
    }
}
