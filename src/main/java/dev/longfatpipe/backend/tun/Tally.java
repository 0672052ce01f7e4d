/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

/**
 * What one direction of one conversation sent and what of it arrived, told from its packets. Where a conversation is TCP, bytes are
 * those of the stream: each counts once, however often it is sent. Not thread-safe.
 */
final class Tally {

    private boolean begun;
    private int firstByte;
    private boolean finDelivered;

    long sentBytes;
    long deliveredBytes;
    long segments;
    long retransmissions;
    long pathLosses;
    long queueDrops;
    long firstDeliveryNanos;
    long lastDeliveryNanos;

    /** A datagram, or a packet of another protocol without a stream, enters the line. */
    void sendDatagram(int bytes) {
        sentBytes += bytes;
        segments++;
    }

    void deliverDatagram(int bytes, long nowNanos) {
        deliveredBytes += bytes;
        delivered(nowNanos);
    }

    /** Segments of TCP enter the line. */
    void sendTcp(IpPacket packet, int count) {
        boolean syn = (packet.tcpFlags() & IpPacket.SYN) != 0;
        if (syn || !begun) {
            begun = true;
            firstByte = packet.sequence() + (syn ? 1 : 0);
        }
        int payload = packet.tcpPayloadBytes();
        if (payload > 0) {
            segments += count;
            long from = offset(streamSequence(packet), sentBytes);
            if (from < sentBytes) {
                retransmissions += count;
            }
            sentBytes = Math.max(sentBytes, from + payload);
        }
    }

    /** A segment of TCP, or several in one packet, reaches the receiver's kernel. */
    void deliverTcp(IpPacket packet, long nowNanos) {
        long from = offset(streamSequence(packet), deliveredBytes);
        long to = from + packet.tcpPayloadBytes();
        if (from <= deliveredBytes && to > deliveredBytes) {
            deliveredBytes = to;
            delivered(nowNanos);
        }
        finDelivered |= (packet.tcpFlags() & IpPacket.FIN) != 0;
    }

    /** The receiver acknowledges: bytes that came before one that had been missing have arrived too. */
    void acknowledge(IpPacket packet, long nowNanos) {
        if (begun && (packet.tcpFlags() & IpPacket.ACK) != 0) {
            long acknowledged = Math.min(sentBytes, offset(packet.acknowledgement(), deliveredBytes));
            if (acknowledged > deliveredBytes) {
                deliveredBytes = acknowledged;
                delivered(nowNanos);
            }
        }
    }

    private void delivered(long nowNanos) {
        firstDeliveryNanos = firstDeliveryNanos == 0 ? nowNanos : firstDeliveryNanos;
        lastDeliveryNanos = nowNanos;
    }

    private static int streamSequence(IpPacket packet) {
        return packet.sequence() + ((packet.tcpFlags() & IpPacket.SYN) != 0 ? 1 : 0);
    }

    /** Returns the place in the stream of a sequence number, which counts modulo 2^32, near another place. */
    private long offset(int sequence, long near) {
        return near + (sequence - (firstByte + (int) near));
    }

    /** Returns a number that changes whenever payload is sent or arrives. */
    long progress() {
        return segments + deliveredBytes + (finDelivered ? 1 : 0);
    }

    /** Returns whether the sender's FIN has reached the receiver. */
    boolean isFinished() {
        return finDelivered;
    }

    /** Returns the sequence number of the sender's SYN. */
    int firstSequence() {
        return firstByte - 1;
    }

    /** Returns the sequence number that the receiver waits for, as far as the packets tell. */
    int nextSequence() {
        return firstByte + (int) deliveredBytes + (finDelivered ? 1 : 0);
    }

    Tally copy() {
        Tally copy = new Tally();
        copy.begun = begun;
        copy.firstByte = firstByte;
        copy.finDelivered = finDelivered;
        copy.sentBytes = sentBytes;
        copy.deliveredBytes = deliveredBytes;
        copy.segments = segments;
        copy.retransmissions = retransmissions;
        copy.pathLosses = pathLosses;
        copy.queueDrops = queueDrops;
        copy.firstDeliveryNanos = firstDeliveryNanos;
        copy.lastDeliveryNanos = lastDeliveryNanos;
        return copy;
    }
}
