/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;

/** Judges each pipe of a test, and throws what weighs most: a failure before an aborted test. */
final class Judgement {

    private @Nullable AssertionError failure;
    private @Nullable TestAbortedException inconclusive;

    private Judgement() {}

    static void on(List<TestPipe> pipes, Collection<String> socketWarnings) {
        Judgement judgement = new Judgement();
        pipes.forEach(pipe -> judgement.add(pipe, socketWarnings));
        judgement.pronounce();
    }

    private void add(TestPipe pipe, Collection<String> socketWarnings) {
        try {
            pipe.judge(socketWarnings);
        } catch (AssertionError e) {
            if (failure == null) {
                failure = e;
            } else {
                failure.addSuppressed(e);
            }
        } catch (TestAbortedException e) {
            inconclusive = e;
        }
    }

    private void pronounce() {
        if (failure != null) {
            throw failure;
        }
        if (inconclusive != null) {
            throw inconclusive;
        }
    }
}
