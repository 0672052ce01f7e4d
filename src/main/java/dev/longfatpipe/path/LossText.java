/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.path;

import dev.longfatpipe.units.Loss;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The grammar of loss models. */
final class LossText {

    private static final String BURSTS = "gilbert-elliott";
    private static final List<String> KEYS = List.of("p", "r", "h", "1-h", "k", "1-k");
    private static final String EXAMPLE = "\"gilbert-elliott p=1% r=25%\"";

    private LossText() {}

    static LossModel parse(String subject, String text) {
        String form = Refusal.stripped(subject, text, "\"1%\", or " + EXAMPLE).toLowerCase(Locale.ROOT);
        if (form.equals("none")) {
            return LossModel.none();
        }
        if (form.startsWith(BURSTS)) {
            return bursts(subject, text, form.substring(BURSTS.length()).strip());
        }
        Loss loss = Loss.parse(subject, text);
        if (loss.equals(Loss.ALL)) {
            throw Refusal.of(subject, text, "lets no packet through: write less than 100 %, e.g. \"1%\"");
        }
        return LossModel.independent(loss);
    }

    private static LossModel bursts(String subject, String text, String parameters) {
        Map<String, Loss> given = new LinkedHashMap<>();
        for (String parameter : parameters.isEmpty() ? new String[0] : parameters.split("[\\s,]+", -1)) {
            int equals = parameter.indexOf('=');
            String key = equals < 0 ? parameter : parameter.substring(0, equals);
            if (equals < 0 || !KEYS.contains(key)) {
                throw Refusal.of(
                        subject,
                        text,
                        "has an unknown part [" + parameter + "]: write p=, r=, 1-h= and 1-k=, like " + EXAMPLE);
            }
            if (given.put(key, Loss.parse(key, parameter.substring(equals + 1))) != null) {
                throw Refusal.of(subject, text, "gives " + key + " twice: write it once");
            }
        }
        Loss goodToBad = given.get("p");
        Loss badToGood = given.get("r");
        if (goodToBad == null || badToGood == null) {
            throw Refusal.of(subject, text, "lacks " + (goodToBad == null ? "p" : "r") + ": write at least " + EXAMPLE);
        }
        return LossModel.gilbertElliott(
                goodToBad,
                badToGood,
                lossIn("h", subject, text, given, Loss.ALL),
                lossIn("k", subject, text, given, Loss.NONE));
    }

    private static Loss lossIn(String delivered, String subject, String text, Map<String, Loss> given, Loss otherwise) {
        @Nullable Loss share = given.get(delivered);
        @Nullable Loss loss = given.get("1-" + delivered);
        if (share != null && loss != null) {
            throw Refusal.of(
                    subject,
                    text,
                    "gives both " + delivered + " and 1-" + delivered + ": write the loss only, 1-" + delivered + "="
                            + loss);
        }
        if (share != null) {
            return new Loss(Loss.ALL.partsPerBillion() - share.partsPerBillion());
        }
        return loss != null ? loss : otherwise;
    }
}
