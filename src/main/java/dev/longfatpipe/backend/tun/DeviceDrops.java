/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Packets of a device that the kernel has dropped before this process could read them, from {@code /proc/net/dev}: unlike
 * {@code /sys} it is always that of the own network namespace. Stateless.
 */
final class DeviceDrops {

    private static final Path DEV = Path.of("/proc/net/dev");
    /** The fourth of the figures on what was sent, of which eight on what was received come first. */
    private static final int TRANSMIT_DROP = 11;

    private DeviceDrops() {}

    /** Returns how many there were since the device was made; 0 where that cannot be read. */
    static long of(String device) {
        try {
            return parse(Files.readString(DEV, StandardCharsets.US_ASCII), device);
        } catch (IOException e) {
            return 0;
        }
    }

    static long parse(String table, String device) {
        for (String line : table.split("\n", -1)) {
            String[] nameAndFigures = line.strip().split(":", 2);
            if (nameAndFigures.length == 2 && nameAndFigures[0].equals(device)) {
                String[] figures = nameAndFigures[1].strip().split("\\s+", -1);
                return figures.length > TRANSMIT_DROP ? Long.parseLong(figures[TRANSMIT_DROP]) : 0;
            }
        }
        return 0;
    }
}
