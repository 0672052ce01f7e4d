/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.assertj;

import dev.longfatpipe.Pipe;
import dev.longfatpipe.diagnose.Assessment;
import dev.longfatpipe.diagnose.Diagnosis;
import dev.longfatpipe.diagnose.Explanation;
import dev.longfatpipe.diagnose.LimitingFactor;
import dev.longfatpipe.observe.Connection;
import dev.longfatpipe.observe.Transfer;
import dev.longfatpipe.path.Direction;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apiguardian.api.API;
import org.assertj.core.api.AbstractAssert;
import org.opentest4j.TestAbortedException;

/**
 * Assertions on everything that has crossed a pipe since it was opened. The pipe must be open still.
 *
 * <p>If the machine could not hold the path, an assertion on limits that would fail throws {@link TestAbortedException}
 * with {@code INCONCLUSIVE} and the measured numbers instead.
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class PipeAssert extends AbstractAssert<PipeAssert, Pipe> {

    PipeAssert(Pipe actual) {
        super(actual, PipeAssert.class);
    }

    /**
     * Verifies that at least one byte crossed the pipe, in whatever direction. None did when the client connected to
     * the server itself.
     *
     * <pre>{@code
     * client.download(pipe.to(server.address()));
     * assertThat(pipe).hasCarriedTraffic();        // passes
     *
     * client.download(server.address());
     * assertThat(pipe).hasCarriedTraffic();        // fails: the client bypassed the pipe
     * }</pre>
     */
    public PipeAssert hasCarriedTraffic() {
        isNotNull();
        requireTraffic(actual.total());
        return this;
    }

    /**
     * Verifies that a factor held back none of the connections, each judged by itself in the direction in which it
     * carried more bytes. A pipe that carried nothing fails.
     *
     * <pre>{@code
     * // one of eight connections had SO_RCVBUF 65536
     * assertThat(pipe).hasNoConnectionLimitedBy(LOSS);             // passes
     * assertThat(pipe).hasNoConnectionLimitedBy(RECEIVE_WINDOW);   // fails
     * }</pre>
     *
     * @param unwanted the limiting factor
     * @throws dev.longfatpipe.BackendIncapableException when the backend cannot show it
     */
    public PipeAssert hasNoConnectionLimitedBy(LimitingFactor unwanted) {
        isNotNull();
        Observable.require(actual.description(), List.of(unwanted));
        Transfer total = actual.total();
        requireTraffic(total);
        List<Connection> limited = new ArrayList<>();
        List<Diagnosis> diagnoses = new ArrayList<>();
        long carrying = 0;
        for (Connection connection : total.connections()) {
            if (carried(connection)) {
                carrying++;
                Diagnosis diagnosis = Diagnosis.of(total, connection);
                if (diagnosis.factor() == unwanted) {
                    limited.add(connection);
                    diagnoses.add(diagnosis);
                }
            }
        }
        if (!limited.isEmpty()) {
            Assessment assessment = Assessment.of(total);
            String failure = Explanation.of(assessment)
                    .with(diagnoses.get(0))
                    .under("Expected no connection to be limited by " + unwanted + " but " + limited.size() + " of "
                            + carrying + (limited.size() == 1 ? " was: " : " were: ") + names(limited) + ".");
            Inconclusive.abortIf(assessment, failure, descriptionText());
            failWithMessage("%s", failure);
        }
        return this;
    }

    private void requireTraffic(Transfer total) {
        if (total.bytes().isZero() && total.unknown().isEmpty()) {
            failWithMessage(
                    "%s",
                    Explanation.of(Assessment.of(total))
                            .under("Expected the pipe to carry traffic but no byte crossed it ("
                                    + connections(total.connections().size()) + ")."));
        }
    }

    private static String connections(int count) {
        return count == 0 ? "no client connected" : count == 1 ? "1 client connected" : count + " clients connected";
    }

    private static boolean carried(Connection connection) {
        return !connection.flow(Direction.UPSTREAM).bytes().isZero()
                || !connection.flow(Direction.DOWNSTREAM).bytes().isZero();
    }

    private static String names(List<Connection> connections) {
        int most = 3;
        String names = connections.stream()
                .limit(most)
                .map(connection -> connection.id().toString())
                .collect(Collectors.joining(", "));
        return connections.size() > most ? names + " and " + (connections.size() - most) + " more" : names;
    }
}
