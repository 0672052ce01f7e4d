/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.kernel;

import java.util.regex.Pattern;

/** Reading of single sysctl values, with errors that show a right one. */
final class SysctlText {

    private static final Pattern DIGITS = Pattern.compile("[0-9]{1,18}");
    private static final Pattern NAME = Pattern.compile("[a-z0-9_]{1,15}");

    private SysctlText() {}

    static long bytes(String subject, String text) {
        String number = text.strip();
        if (!DIGITS.matcher(number).matches()) {
            throw malformed(subject, text, "is not a whole number of bytes", "\"4194304\"");
        }
        return requireBytes(subject, Long.parseLong(number));
    }

    static long requireBytes(String subject, long bytes) {
        if (bytes < 1 || bytes > Integer.MAX_VALUE) {
            throw malformed(
                    subject, Long.toString(bytes), "is outside 1 to " + Integer.MAX_VALUE + " bytes", "\"4194304\"");
        }
        return bytes;
    }

    static boolean flag(String subject, String text) {
        return switch (text.strip()) {
            case "0" -> false;
            case "1" -> true;
            default -> throw malformed(subject, text, "is neither on nor off", "\"1\" or \"0\"");
        };
    }

    /** Names of congestion controls have at most 15 characters (TCP_CA_NAME_MAX of include/net/tcp.h, with its final NUL). */
    static String congestionControl(String subject, String text) {
        String name = text.strip();
        if (!NAME.matcher(name).matches()) {
            throw malformed(subject, text, "is not the name of a congestion control", "\"cubic\", \"reno\" or \"bbr\"");
        }
        return name;
    }

    static IllegalArgumentException malformed(String subject, String received, String rule, String instead) {
        return new IllegalArgumentException(subject + " [" + received + "] " + rule + ": write " + instead);
    }
}
