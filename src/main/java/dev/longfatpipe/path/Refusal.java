/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.path;

/** The one form of this package's error messages: subject, received value in brackets, rule and remedy. */
final class Refusal {

    /** More than any value needs, and few enough that no text takes long to read or to refuse. */
    private static final int MOST_CHARACTERS = 200;

    private Refusal() {}

    /** Returns the text without white space around it, if it is not too long to be one that is meant. */
    static String stripped(String subject, String text, String instead) {
        String stripped = text.strip();
        if (stripped.length() > MOST_CHARACTERS) {
            throw of(subject, text, "is longer than " + MOST_CHARACTERS + " characters: write " + instead);
        }
        return stripped;
    }

    static IllegalArgumentException of(String subject, Object value, String why) {
        return new IllegalArgumentException(subject + " [" + value + "] " + why);
    }
}
