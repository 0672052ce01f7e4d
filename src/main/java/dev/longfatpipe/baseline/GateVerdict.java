/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.baseline;

import org.apiguardian.api.API;

/**
 * What became of a test that has a baseline.
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public enum GateVerdict {
    /** A drop worth a failure can be excluded; or none shows, in a test too noisy to exclude it. */
    NO_CHANGE("no change"),
    /** It reaches more than the baseline by at least the minimum drop. */
    IMPROVED("improved"),
    /** It reaches less, beyond chance and by enough to matter, on a machine that held the path. The test fails. */
    REGRESSED("regressed"),
    /** It seems to reach less, but the machine did not hold the path, or the samples are too few. The test is aborted. */
    INCONCLUSIVE("inconclusive"),
    /** A baseline was recorded. */
    RECORDED("recorded");

    private final String words;

    GateVerdict(String words) {
        this.words = words;
    }

    /** For people: {@code no change}. */
    public String describe() {
        return words;
    }
}
