/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.baseline;

/**
 * What samples say about a drop. Two questions are asked of them, each at a level of {@value GatePolicy#ALPHA}: are they lower than
 * the baseline's, and are they higher than the baseline's less the minimum drop?
 *
 * <p>A failure needs the first answered with yes and the second not; and a drop that is nearer to the minimum drop than to none and
 * larger than the baseline's own noise. So a test whose utilisation is steady loses more than the minimum drop in one of a hundred cases
 * unnoticed, and one whose utilisation is not steady does not fail for that.
 */
enum Answer {
    /** A relevant drop can be excluded. */
    KEPT,
    /** A relevant drop can be excluded, and there is a rise of at least as much. */
    RISEN,
    /** A relevant drop is shown. */
    FALLEN,
    /** More samples may tell. */
    UNCLEAR,
    /** A drop of that size shows, but may have come about by chance. */
    SUSPECT;

    /** The answer to samples after which there may be more. A test that is not steady has to have all of them before it fails. */
    static Answer soFar(Comparison comparison, GatePolicy policy) {
        if (comparison.kept() <= GatePolicy.ALPHA) {
            return kept(comparison, policy);
        }
        double minimum = policy.minimumDrop().ratio();
        return comparison.noise() <= minimum && isFall(comparison, minimum) ? FALLEN : UNCLEAR;
    }

    /** The answer to samples after which there are no more. */
    static Answer atLast(Comparison comparison, GatePolicy policy) {
        if (comparison.kept() <= GatePolicy.ALPHA) {
            return kept(comparison, policy);
        }
        double minimum = policy.minimumDrop().ratio();
        if (isFall(comparison, minimum / 2)) {
            return FALLEN;
        }
        return comparison.drop() >= minimum ? SUSPECT : UNCLEAR;
    }

    private static boolean isFall(Comparison comparison, double least) {
        return comparison.lower() <= GatePolicy.ALPHA
                && comparison.drop() >= least
                && comparison.drop() >= comparison.noise();
    }

    private static Answer kept(Comparison comparison, GatePolicy policy) {
        return comparison.higher() <= GatePolicy.ALPHA
                        && -comparison.drop() >= policy.minimumDrop().ratio()
                        && -comparison.drop() >= comparison.noise()
                ? RISEN
                : KEPT;
    }
}
