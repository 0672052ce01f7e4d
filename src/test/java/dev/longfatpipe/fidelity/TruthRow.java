/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.fidelity;

import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;

/**
 * One row of a truth file: a set-up, and what a real kernel made of it. A figure that the file does not have is empty.
 *
 * @param line the line of the file, from 1
 * @param scenario the name of the group
 * @param parameters the set-up, as {@link ScenarioText} reads it
 * @param goodputMbit mean goodput
 * @param leastMbit the least goodput of all runs
 * @param mostMbit the largest goodput of all runs
 * @param loadedRttMillis smoothed rtt while the flow ran
 * @param withHandshakeMillis time to the last byte of a finite transfer, from before connect()
 * @param withoutHandshakeMillis the same from after connect()
 * @param cpuBusy share of the measuring machine's one processor that was busy
 * @param runLengths how long the runs were
 * @param cause the true limit, in the words of the file
 */
record TruthRow(
        int line,
        String scenario,
        String parameters,
        OptionalDouble goodputMbit,
        OptionalDouble leastMbit,
        OptionalDouble mostMbit,
        OptionalDouble loadedRttMillis,
        OptionalDouble withHandshakeMillis,
        OptionalDouble withoutHandshakeMillis,
        OptionalDouble cpuBusy,
        List<Duration> runLengths,
        String cause) {}
