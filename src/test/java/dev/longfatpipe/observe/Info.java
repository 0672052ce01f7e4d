/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

/** A socket as the kernel would show it, one field at a time. */
final class Info {

    private int state = TcpInfo.ESTABLISHED;
    private int scale = 7;
    private long cwnd = 10;
    private long unacked;
    private long notSent;
    private long acked;
    private long received;
    private long sentBytes;
    private long sentAgainBytes;
    private long again;
    private long segments;
    private long busy;
    private long windowLimited;
    private long sinceReceived;
    private long window = 65_536;
    private long rtt = 100_000;
    private long receiveBuffer = 131_072;
    private long sendBuffer = 87_040;
    private long unread;
    private long sendMemory;

    Info state(int value) {
        state = value;
        return this;
    }

    Info scale(int value) {
        scale = value;
        return this;
    }

    Info window(long congestion, long inFlight) {
        cwnd = congestion;
        unacked = inFlight;
        return this;
    }

    Info peerWindow(long bytes) {
        window = bytes;
        return this;
    }

    Info notSent(long bytes) {
        notSent = bytes;
        return this;
    }

    /** Payload sent once; in segments of 1448. */
    Info sent(long bytes) {
        sentBytes = bytes + sentAgainBytes;
        segments = (sentBytes + 1447) / 1448;
        return this;
    }

    Info sentAgain(int count) {
        again = count;
        sentBytes += count * 1448L - sentAgainBytes;
        sentAgainBytes = count * 1448L;
        segments = (sentBytes + 1447) / 1448;
        return this;
    }

    Info acked(long bytes) {
        acked = bytes;
        return this;
    }

    Info received(long bytes) {
        received = bytes;
        return this;
    }

    Info sinceReceived(long millis) {
        sinceReceived = millis;
        return this;
    }

    Info busy(long millis) {
        busy = millis * 1000;
        return this;
    }

    Info windowLimited(long millis) {
        windowLimited = millis * 1000;
        return this;
    }

    Info rtt(long micros) {
        rtt = micros;
        return this;
    }

    Info buffers(long receive, long send) {
        receiveBuffer = receive;
        sendBuffer = send;
        return this;
    }

    Info unread(long bytes) {
        unread = bytes;
        return this;
    }

    Info sendMemory(long bytes) {
        sendMemory = bytes;
        return this;
    }

    SocketRecord record() {
        TcpInfo info = new TcpInfo(
                state,
                7,
                scale,
                300_000,
                1448,
                unacked,
                rtt,
                rtt,
                cwnd,
                again,
                acked,
                received,
                notSent,
                segments,
                busy,
                windowLimited,
                0,
                sinceReceived,
                sentBytes,
                sentAgainBytes,
                window);
        return new SocketRecord(receiveBuffer, sendBuffer, unread, notSent + unacked * 1448, sendMemory, info);
    }
}
