/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.path;

/** The one form of this package's error messages: subject, received value in brackets, rule and remedy. */
final class Refusal {

    private Refusal() {}

    static IllegalArgumentException of(String subject, Object value, String why) {
        return new IllegalArgumentException(subject + " [" + value + "] " + why);
    }
}
