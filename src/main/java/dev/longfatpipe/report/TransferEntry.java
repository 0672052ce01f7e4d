/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.report;

import dev.longfatpipe.diagnose.Assessment;
import dev.longfatpipe.diagnose.Diagnosis;
import dev.longfatpipe.expect.Ceiling;
import dev.longfatpipe.observe.Connection;
import dev.longfatpipe.observe.PacketCounts;
import dev.longfatpipe.observe.Transfer;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import dev.longfatpipe.units.Utilisation;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * What a test is judged by: how much crossed the pipe how fast, what was expected of it, and what held it back.
 *
 * @param direction the direction that carried more bytes
 * @param bytes delivered in that direction
 * @param duration to the last byte of that direction
 * @param goodput the one over the other
 * @param timeToFirstByte null where it is not known
 * @param expected what a well-tuned application reaches; null where nothing bounds it
 * @param binding the term that bounds it, in words; null where nothing does
 * @param utilisation achieved of expected; null where nothing bounds it
 * @param packets what became of the packets, where the backend counts them; null where it counted none
 * @param diagnosis what held it back; null where it could not be assessed
 * @param inconclusive why nothing can be concluded from it; null where something can
 * @param machine how well the machine kept the pipe's time
 * @param connectionCount how many connections it had
 * @param connections those that carried the most, in order of their numbers
 * @param course windows, bytes in flight, round trips and losses over time
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record TransferEntry(
        Direction direction,
        DataSize bytes,
        Duration duration,
        DataRate goodput,
        @Nullable Duration timeToFirstByte,
        @Nullable DataRate expected,
        @Nullable String binding,
        @Nullable Utilisation utilisation,
        @Nullable PacketCounts packets,
        @Nullable Diagnosis diagnosis,
        @Nullable String inconclusive,
        MachineEntry machine,
        int connectionCount,
        List<ConnectionEntry> connections,
        CourseEntry course) {

    /** A report of eight hundred connections would be about nothing else. */
    static final int MOST_CONNECTIONS = 20;

    public TransferEntry {
        connections = List.copyOf(connections);
    }

    static TransferEntry of(Transfer transfer) {
        Direction direction = transfer.direction();
        @Nullable Assessment assessment = assessed(transfer);
        PacketCounts packets = transfer.packets(direction);
        return new TransferEntry(
                direction,
                transfer.bytes(),
                transfer.duration(direction),
                transfer.goodput(),
                transfer.timeToFirstByte().orElse(null),
                assessment == null ? null : assessment.expectation().goodput().orElse(null),
                assessment == null
                        ? null
                        : assessment
                                .expectation()
                                .binding()
                                .map(TransferEntry::text)
                                .orElse(null),
                assessment == null ? null : assessment.utilisation().orElse(null),
                packets.sent() == 0 ? null : packets,
                assessment == null ? null : assessment.diagnosis(),
                assessment == null ? null : assessment.inconclusive().orElse(null),
                MachineEntry.of(transfer.punctuality()),
                transfer.connections().size(),
                busiest(transfer, direction).stream()
                        .map(connection -> ConnectionEntry.of(connection, direction))
                        .toList(),
                CourseEntry.of(transfer.course(direction)));
    }

    private static @Nullable Assessment assessed(Transfer transfer) {
        try {
            return Assessment.of(transfer);
        } catch (IllegalArgumentException e) {
            return null; // nothing is known of such a path
        }
    }

    private static String text(Ceiling ceiling) {
        return ceiling.term() + ": " + ceiling.because();
    }

    private static List<Connection> busiest(Transfer transfer, Direction direction) {
        return transfer.connections().stream()
                .sorted(Comparator.comparing((Connection connection) ->
                                connection.flow(direction).bytes())
                        .reversed())
                .limit(MOST_CONNECTIONS)
                .sorted(Comparator.comparingLong(connection -> connection.id().number()))
                .toList();
    }

    Map<String, Object> json() {
        return new Members()
                .put("direction", direction == Direction.UPSTREAM ? "upstream" : "downstream")
                .put("bytes", bytes.bytes())
                .put("durationNanos", duration.toNanos())
                .put("goodputBitsPerSecond", goodput.bitsPerSecond())
                .put("timeToFirstByteNanos", timeToFirstByte == null ? null : timeToFirstByte.toNanos())
                .put("expectedBitsPerSecond", expected == null ? null : expected.bitsPerSecond())
                .put("binding", binding)
                .put("utilisationPpm", utilisation == null ? null : utilisation.partsPerMillion())
                .put("packets", packets == null ? null : json(packets))
                .put("diagnosis", diagnosis == null ? null : json(diagnosis))
                .put("inconclusive", inconclusive)
                .put("machine", machine.json())
                .put("connectionCount", connectionCount)
                .put(
                        "connections",
                        connections.stream().map(ConnectionEntry::json).toList())
                .put("course", course.json())
                .map();
    }

    private static Map<String, Object> json(PacketCounts packets) {
        return new Members()
                .put("sent", packets.sent())
                .put("delivered", packets.delivered())
                .put("pathLosses", packets.pathLosses())
                .put("queueDrops", packets.queueDrops())
                .put("cutDrops", packets.cutDrops())
                .put("unaskedDrops", packets.unaskedDrops())
                .map();
    }

    private static Map<String, Object> json(Diagnosis diagnosis) {
        return new Members()
                .put("factor", diagnosis.factor().name())
                .put("evidence", diagnosis.evidence())
                .put("remedy", diagnosis.remedy())
                .map();
    }
}
