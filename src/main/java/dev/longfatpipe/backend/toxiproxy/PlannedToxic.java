/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.toxiproxy;

import dev.longfatpipe.path.Direction;

/**
 * A toxic that is to be put into a proxy.
 *
 * @param kind what it does
 * @param direction of which direction; said always, for Toxiproxy takes what is not said for downstream
 * @param value in the unit of its kind
 */
record PlannedToxic(Kind kind, Direction direction, long value) {

    /** The toxics in use, as Toxiproxy calls them. */
    enum Kind {
        /** Kilobytes (1000 bytes) of payload per second, of each connection by itself. */
        BANDWIDTH("bandwidth", "rate"),
        /** Milliseconds that each piece of up to 32 KiB is delayed, counted from when it was read. */
        LATENCY("latency", "latency");

        private final String type;
        private final String attribute;

        Kind(String type, String attribute) {
            this.type = type;
            this.attribute = attribute;
        }
    }

    private String stream() {
        return direction == Direction.UPSTREAM ? "upstream" : "downstream";
    }

    /** The same in every proxy, for a proxy has at most one of a kind in a direction. */
    String name() {
        return kind.type + "_" + stream();
    }

    /** What the server is told to add it. */
    String json() {
        return "{\"name\":\"" + name() + "\",\"type\":\"" + kind.type + "\",\"stream\":\"" + stream()
                + "\",\"toxicity\":1.0," + attributes() + "}";
    }

    /** What the server is told to make one that it has already this one. */
    String update() {
        return "{\"toxicity\":1.0," + attributes() + "}";
    }

    private String attributes() {
        return "\"attributes\":{\"" + kind.attribute + "\":" + value + "}";
    }

    @Override
    public String toString() {
        return name() + " " + value;
    }
}
