/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import java.util.Optional;

/** Recognises one limiting factor. */
interface Rule {

    /**
     * Judges an account.
     *
     * @return the diagnosis; empty when the evidence does not carry this factor
     */
    Optional<Diagnosis> judge(Account account);
}
