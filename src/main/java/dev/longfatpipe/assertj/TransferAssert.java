/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.assertj;

import dev.longfatpipe.diagnose.Assessment;
import dev.longfatpipe.diagnose.Explanation;
import dev.longfatpipe.diagnose.LimitingFactor;
import dev.longfatpipe.observe.Transfer;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DurationText;
import dev.longfatpipe.units.Utilisation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apiguardian.api.API;
import org.assertj.core.annotation.CheckReturnValue;
import org.assertj.core.api.AbstractAssert;
import org.opentest4j.TestAbortedException;

/**
 * Assertions on what crossed a pipe, in the direction that carried more bytes.
 *
 * <p>A failure names what held the transfer back and what to change. If the machine could not hold the path, an
 * assertion that would fail throws {@link TestAbortedException} with {@code INCONCLUSIVE} and the measured numbers
 * instead.
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class TransferAssert extends AbstractAssert<TransferAssert, Transfer> {

    TransferAssert(Transfer actual) {
        super(actual, TransferAssert.class);
    }

    /**
     * Asks for a share of what is possible; of what, the next call says. Without a next call nothing is checked.
     *
     * <pre>{@code
     * // 94.9 of 95.6 mbit were reached
     * assertThat(transfer).reachesAtLeast(percent(80)).ofTheExpectation();   // passes
     * assertThat(transfer).reachesAtLeast(percent(100)).ofTheLinkRate();     // fails: headers need 4.36 % of the line
     * }</pre>
     *
     * @param share least share
     */
    @CheckReturnValue
    public GoodputShareAssert reachesAtLeast(Utilisation share) {
        isNotNull();
        return new GoodputShareAssert(this, actual, share);
    }

    /**
     * Verifies that the goodput was at least a rate.
     *
     * <pre>{@code
     * // 12.7 mbit were reached
     * assertThat(transfer).reachesAtLeast(DataRate.parse("10mbit"));   // passes
     * assertThat(transfer).reachesAtLeast(DataRate.parse("50mbit"));   // fails
     * }</pre>
     *
     * @param goodput least goodput: application bytes per second, without headers
     */
    public TransferAssert reachesAtLeast(DataRate goodput) {
        isNotNull();
        if (actual.goodput().compareTo(goodput) < 0) {
            Assessment assessment = Assessment.of(actual).against(goodput);
            fail(assessment, Explanation.of(assessment).belowRate(goodput));
        }
        return this;
    }

    /**
     * Verifies that bytes were moved, and that the last one arrived within a time from the first thing that happened on
     * the pipe (a connection opened, a byte sent).
     *
     * <pre>{@code
     * // 1 MiB took 670 ms at 100 ms and 100 mbit
     * assertThat(transfer).completesWithin(Duration.ofSeconds(1));      // passes
     * assertThat(transfer).completesWithin(Duration.ofMillis(300));     // fails, and says that the path needs 662 ms
     * }</pre>
     *
     * @param time the longest time
     */
    public TransferAssert completesWithin(Duration time) {
        isNotNull();
        boolean nothing = actual.bytes().isZero();
        if (nothing || actual.duration().compareTo(time) > 0) {
            Assessment assessment = Assessment.of(actual).against(time);
            Explanation explanation = Explanation.of(assessment);
            fail(
                    assessment,
                    nothing
                            ? explanation.under("Expected completion within " + DurationText.describe(time)
                                    + " but no byte was delivered.")
                            : explanation.laterThan(time));
        }
        return this;
    }

    /**
     * Verifies what held the transfer back.
     *
     * <pre>{@code
     * // a client with SO_RCVBUF 65536 on 100 ms and 100 mbit
     * assertThat(transfer).isLimitedBy(RECEIVE_WINDOW);   // passes
     * assertThat(transfer).isLimitedBy(LINK);             // fails
     * }</pre>
     *
     * @param expected the limiting factor
     * @throws dev.longfatpipe.BackendIncapableException when the backend cannot show it
     */
    public TransferAssert isLimitedBy(LimitingFactor expected) {
        isNotNull();
        Observable.require(actual.pipe(), List.of(expected));
        Assessment assessment = Assessment.of(actual);
        LimitingFactor found = assessment.diagnosis().factor();
        if (found != expected) {
            fail(
                    assessment,
                    Explanation.of(assessment)
                            .under("Expected the transfer to be limited by " + expected + " but "
                                    + (found == LimitingFactor.UNKNOWN
                                            ? "what limited it is UNKNOWN"
                                            : "it was limited by " + found)
                                    + ": " + TransferText.reached(assessment) + "."));
        }
        return this;
    }

    /**
     * Verifies that none of some factors held the transfer back. What is UNKNOWN passes, unless UNKNOWN is one of them.
     *
     * <pre>{@code
     * // a client with SO_RCVBUF 65536 on 100 ms and 100 mbit
     * assertThat(transfer).isNotLimitedBy(SENDER, SLOW_READER);   // passes
     * assertThat(transfer).isNotLimitedBy(RECEIVE_WINDOW);        // fails
     * }</pre>
     *
     * @param first a limiting factor
     * @param others more of them
     * @throws dev.longfatpipe.BackendIncapableException when the backend cannot show one of them
     */
    public TransferAssert isNotLimitedBy(LimitingFactor first, LimitingFactor... others) {
        isNotNull();
        List<LimitingFactor> unwanted = new ArrayList<>(List.of(first));
        unwanted.addAll(Arrays.asList(others));
        Observable.require(actual.pipe(), unwanted);
        Assessment assessment = Assessment.of(actual);
        if (unwanted.contains(assessment.diagnosis().factor())) {
            String factors = unwanted.stream().map(Enum::name).collect(Collectors.joining(" or "));
            fail(
                    assessment,
                    Explanation.of(assessment)
                            .under("Expected the transfer not to be limited by " + factors + " but it was"
                                    + (unwanted.size() == 1
                                            ? ""
                                            : " limited by "
                                                    + assessment.diagnosis().factor())
                                    + ": " + TransferText.reached(assessment) + "."));
        }
        return this;
    }

    void fail(Assessment assessment, String failure) {
        Inconclusive.abortIf(assessment, failure, descriptionText());
        failWithMessage("%s", failure);
    }
}
