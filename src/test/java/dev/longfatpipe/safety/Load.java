/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.safety;

import java.util.Map;

/** What the other programs of the project share: every processor kept busy until it is closed, and maps as JSON. */
public final class Load implements AutoCloseable {

    private final Burners burners;

    private Load(Burners burners) {
        this.burners = burners;
    }

    /** Begins. */
    public static Load onEveryProcessor() {
        return new Load(Burners.start(Runtime.getRuntime().availableProcessors()));
    }

    /** Writes a map as JSON. */
    public static String json(Map<String, Object> values) {
        return Json.of(values);
    }

    @Override
    public void close() {
        burners.end();
    }
}
