/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.safety;

import java.util.SplittableRandom;

/**
 * A supply of inputs that depend on nothing but the random numbers.
 *
 * @param <I> what is parsed
 */
interface Inputs<I> {

    I next(SplittableRandom random);

    /** In bytes or characters. */
    int sizeOf(I input);

    /** So that it can be pasted into a test. */
    String show(I input);
}
