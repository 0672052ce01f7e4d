/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.fidelity;

import java.nio.file.Path;

/** The system properties that a runner is told by. */
final class Options {

    private Options() {}

    /** The property, or something else when it is missing or blank. */
    static String text(String name, String otherwise) {
        String value = System.getProperty(name, "");
        return value.isBlank() ? otherwise : value.strip();
    }

    /**
     * A number above zero.
     *
     * @throws IllegalArgumentException if it is not one
     */
    static double number(String name, double otherwise) {
        String text = text(name, Double.toString(otherwise));
        try {
            double value = Double.parseDouble(text);
            if (value > 0 && Double.isFinite(value)) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Refused below, with the same words.
        }
        throw new IllegalArgumentException(name + " [" + text + "] is no number above 0");
    }

    static boolean flag(String name) {
        return Boolean.parseBoolean(text(name, "false"));
    }

    /** The folder of the project, in which everything is written. */
    static Path base() {
        return Path.of(text("longfatpipe.fidelity.base", "."));
    }

    /** The folder for results that are not kept. */
    static Path output() {
        return base().resolve("target/fidelity");
    }
}
