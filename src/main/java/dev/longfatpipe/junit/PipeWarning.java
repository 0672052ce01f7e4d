/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import java.util.Collection;

/**
 * What a pipe has to say when a test's own code failed, attached to that failure as a suppressed exception: a client that was reset
 * is told whether its server was listening at all.
 */
final class PipeWarning extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private PipeWarning(String message) {
        super(message, null, false, false);
    }

    static void attach(Throwable failure, Collection<TestPipe> pipes) {
        for (TestPipe pipe : pipes) {
            for (String warning : pipe.pipe().warnings()) {
                failure.addSuppressed(new PipeWarning(pipe.described("pipe ", ": ") + warning));
            }
        }
    }
}
