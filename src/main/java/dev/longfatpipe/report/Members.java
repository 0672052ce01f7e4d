/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.report;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The members of a JSON object in order; one without a value is not known, and left out. */
final class Members {

    private final Map<String, Object> members = new LinkedHashMap<>();

    Members put(String name, @Nullable Object value) {
        if (value != null) {
            members.put(name, value);
        }
        return this;
    }

    Map<String, Object> map() {
        return members;
    }
}
