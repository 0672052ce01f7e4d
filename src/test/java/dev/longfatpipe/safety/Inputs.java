/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.safety;

import java.util.SplittableRandom;

/**
 * A supply of inputs that depend on nothing but the random numbers.
 *
 * @param <I> what is parsed
 */
interface Inputs<I> {

    /** Knuth's multiplier of MMIX (The Art of Computer Programming, volume 2, section 3.3.4). */
    long FINGERPRINT_FACTOR = 6_364_136_223_846_793_005L;

    I next(SplittableRandom random);

    /** Tells inputs apart, all but certainly. */
    long fingerprint(I input);

    /** In bytes or characters. */
    int sizeOf(I input);

    /** So that it can be pasted into a test. */
    String show(I input);
}
