/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.report;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds members of JSON that was read. */
final class Tree {

    private Tree() {}

    /** The text at a path of members; empty where there is none. */
    static Optional<String> text(Map<String, Object> object, String... path) {
        return find(object, path).filter(String.class::isInstance).map(String.class::cast);
    }

    /** The whole number at a path of members; empty where there is none. */
    static Optional<Long> number(Map<String, Object> object, String... path) {
        return find(object, path).filter(BigDecimal.class::isInstance).map(value -> ((BigDecimal) value).longValue());
    }

    /** The texts of the list at a path of members; none where there is no list. */
    static List<String> texts(Map<String, Object> object, String... path) {
        return find(object, path)
                .filter(List.class::isInstance)
                .map(value -> (List<?>) value)
                .orElse(List.of())
                .stream()
                .map(String::valueOf)
                .toList();
    }

    private static Optional<Object> find(Map<String, Object> object, String... path) {
        Object here = object;
        for (String member : path) {
            Object next = here instanceof Map<?, ?> map ? map.get(member) : null;
            if (next == null) {
                return Optional.empty();
            }
            here = next;
        }
        return Optional.of(here);
    }
}
