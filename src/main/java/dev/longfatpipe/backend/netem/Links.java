/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Devices as {@code ip -s -j link show} and {@code ip -s -j address show} tell of them.
 *
 * @param all in the order of the answer
 */
record Links(List<Link> all) {

    /**
     * One device.
     *
     * @param name its name
     * @param mac its hardware address
     * @param peerIndex the number of the device at the other end of the cable, wherever that is; 0 when it is not told
     * @param sendingDrops packets that it could not hand on
     * @param addresses its IPv4 and IPv6 addresses
     */
    record Link(String name, String mac, int peerIndex, long sendingDrops, List<String> addresses) {}

    /** Reads one line of output. */
    static Links parse(String json) {
        List<Link> links = new ArrayList<>();
        if (Json.parse(json) instanceof List<?> list) {
            for (Object each : list) {
                if (each instanceof Map<?, ?> shown && shown.get("ifname") instanceof String name) {
                    links.add(new Link(
                            name,
                            String.valueOf(shown.get("address")),
                            (int) number(inside(shown, "link_index")),
                            number(inside(inside(inside(shown, "stats64"), "tx"), "dropped")),
                            addresses(inside(shown, "addr_info"))));
                }
            }
        }
        return new Links(links);
    }

    private static Object inside(Object value, String name) {
        Object found = value instanceof Map<?, ?> map ? map.get(name) : null;
        return found == null ? "" : found;
    }

    private static long number(Object value) {
        return value instanceof Double number ? number.longValue() : 0;
    }

    private static List<String> addresses(Object told) {
        List<String> addresses = new ArrayList<>();
        if (told instanceof List<?> list) {
            list.forEach(each -> addresses.add(String.valueOf(inside(each, "local"))));
        }
        return addresses;
    }

    /**
     * Returns the device that has an address.
     *
     * @throws IOException when there is none
     */
    Link withAddress(String address) throws IOException {
        return all.stream()
                .filter(link -> link.addresses().contains(address))
                .findFirst()
                .orElseThrow(() -> new IOException("no device of the router has the address " + address + ": " + all));
    }

    /** How many packets a device could not hand on; 0 of one that is not there. */
    long sendingDrops(String name) {
        return all.stream()
                .filter(link -> link.name().equals(name))
                .mapToLong(Link::sendingDrops)
                .sum();
    }
}
