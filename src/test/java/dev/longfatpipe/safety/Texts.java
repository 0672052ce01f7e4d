/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.safety;

import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/** Texts that a parser may meet: valid ones, valid ones with something done to them, numbers at the edges, and noise. */
final class Texts implements Inputs<String> {

    private static final List<String> NUMBERS = List.of(
            "0",
            "-0",
            "00",
            "0.0",
            ".5",
            "5.",
            "+1",
            "-1",
            "\u22121",
            "1e9",
            "1E400",
            "1e-400",
            "NaN",
            "Infinity",
            "0x10",
            "1_000",
            "1,5",
            "1.000,5",
            "1.2.3",
            "0.000000001",
            "0.0000000001",
            "99.99999999",
            "100",
            "100.0000001",
            "999999999",
            "1000000000",
            "1073741823",
            "1073741824",
            "2147483647",
            "2147483648",
            "4294967295",
            "4294967296",
            "9223372036854775807",
            "9223372036854775808",
            "-9223372036854775808",
            "18446744073709551616",
            "99999999999999999999999999999999",
            "1" + "0".repeat(400),
            "0." + "0".repeat(400) + "1",
            "\u0661\u0662\u0663",
            "\u0967\u0968\u0969",
            "\uff11\uff12",
            "\u00b2");

    /** What looks like something else, is blank without looking so, has another case in Turkish, or is half a character. */
    private static final String SPECIAL =
            "\u0130\u0131\u212a\u00b5\u03bc\u00c5\u00df\ufb01\u0000\n\r\t\u0085\u00a0\u202f\u2028\u200b"
                    + "\ufeff\ud800\udc00\u0660\u0966\uff11\uffff%=[](){}\"',;:/\\#?@+-.*^$|&<>";

    private static final Locale TURKISH = Locale.forLanguageTag("tr-TR");

    private static final int LONG = 2_000;
    private static final int VERY_LONG = 50_000;

    private final List<String> valid;

    Texts(List<String> valid) {
        this.valid = List.copyOf(valid);
    }

    @Override
    public String next(SplittableRandom random) {
        int dice = random.nextInt(100);
        String text;
        if (dice < 10) {
            text = pick(valid, random);
        } else if (dice < 60) {
            text = mutated(pick(valid, random), random);
        } else if (dice < 75) {
            text = withNumber(pick(valid, random), random);
        } else if (dice < 85) {
            text = spliced(pick(valid, random), pick(valid, random), random);
        } else {
            text = noise(length(random), random);
        }
        return random.nextInt(LONG) == 0 ? longer(text, random) : text;
    }

    @Override
    public long fingerprint(String input) {
        long hash = input.length();
        for (int i = 0; i < input.length(); i++) {
            hash = hash * FINGERPRINT_FACTOR + input.charAt(i);
        }
        return hash;
    }

    @Override
    public int sizeOf(String input) {
        return input.length();
    }

    @Override
    public String show(String input) {
        StringBuilder shown = new StringBuilder("\"");
        input.chars().limit(300).forEach(c -> {
            if (c >= ' ' && c < 127 && c != '"' && c != '\\') {
                shown.append((char) c);
            } else {
                shown.append("\\u").append(Integer.toHexString(0x10000 | c), 1, 5);
            }
        });
        return shown.append(input.length() > 300 ? "\"…" : "\"").toString();
    }

    private static String mutated(String from, SplittableRandom random) {
        String text = from;
        for (int left = 1 + random.nextInt(random.nextInt(10) == 0 ? 12 : 3); left > 0; left--) {
            text = mutatedOnce(text, random);
        }
        return text;
    }

    private static String mutatedOnce(String text, SplittableRandom random) {
        int at = random.nextInt(text.length() + 1);
        int to = at + random.nextInt(Math.min(8, text.length() - at) + 1);
        String before = text.substring(0, at);
        String span = text.substring(at, to);
        String after = text.substring(to);
        return switch (random.nextInt(9)) {
            case 0 -> before + after;
            case 1 -> before + span + span + after;
            case 2 -> before + special(random) + after;
            case 3 -> before + special(random) + span + after;
            case 4 -> before + flipped(span, random) + after;
            case 5 -> before + span.toUpperCase(random.nextBoolean() ? TURKISH : Locale.ROOT) + after;
            case 6 -> before + span.toLowerCase(random.nextBoolean() ? TURKISH : Locale.ROOT) + after;
            case 7 -> before + " ".repeat(random.nextInt(3)) + span + after;
            default -> after + before + span;
        };
    }

    private static String flipped(String span, SplittableRandom random) {
        StringBuilder text = new StringBuilder(span);
        for (int i = 0; i < text.length(); i++) {
            text.setCharAt(i, (char) (text.charAt(i) ^ 1 << random.nextInt(7)));
        }
        return text.toString();
    }

    /** Puts a number at the edge of something where one of the text's own numbers is. */
    private static String withNumber(String text, SplittableRandom random) {
        int from = random.nextInt(text.length() + 1);
        while (from < text.length() && !isDigit(text.charAt(from))) {
            from++;
        }
        int to = from;
        while (to < text.length() && (isDigit(text.charAt(to)) || text.charAt(to) == '.')) {
            to++;
        }
        String number = random.nextInt(4) == 0 ? Long.toString(random.nextLong()) : pick(NUMBERS, random);
        return text.substring(0, from) + number + text.substring(to);
    }

    private static String spliced(String one, String other, SplittableRandom random) {
        return one.substring(0, random.nextInt(one.length() + 1)) + other.substring(random.nextInt(other.length() + 1));
    }

    private static String noise(int length, SplittableRandom random) {
        StringBuilder text = new StringBuilder(length);
        int kind = random.nextInt(4);
        while (text.length() < length) {
            switch (kind) {
                case 0 -> text.append((char) (' ' + random.nextInt(95)));
                case 1 -> text.append((char) random.nextInt(0x10000));
                case 2 -> text.append("0123456789.-+eE%kKmMgGtTiIbBsS/= ,".charAt(random.nextInt(34)));
                default -> text.append(random.nextInt(3) == 0 ? special(random) : (char) ('0' + random.nextInt(10)));
            }
        }
        return text.toString();
    }

    /** Repeats a piece of the text, or digits, to ten thousand characters; seldom to a million. */
    private static String longer(String text, SplittableRandom random) {
        int length = random.nextInt(VERY_LONG / LONG) == 0 ? 1_000_000 : 10_000;
        int at = random.nextInt(text.length() + 1);
        String piece = random.nextBoolean() || text.isEmpty() ? "1" : text.substring(at / 2, Math.max(at, 1));
        String repeated = piece.isEmpty() ? " ".repeat(length) : piece.repeat(length / piece.length() + 1);
        return text.substring(0, at) + repeated + text.substring(at);
    }

    /** Short ones mostly. */
    private static int length(SplittableRandom random) {
        return random.nextInt(1 << random.nextInt(8));
    }

    private static char special(SplittableRandom random) {
        return SPECIAL.charAt(random.nextInt(SPECIAL.length()));
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static <T> T pick(List<T> from, SplittableRandom random) {
        return from.get(random.nextInt(from.size()));
    }
}
