/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

/** A first-in-first-out queue of longs without boxing, which keeps its array and grows by doubling. */
final class LongRing {

    private long[] values = new long[4];
    private long head;
    private long tail;

    void add(long value) {
        if (tail - head == values.length) {
            long[] larger = new long[values.length * 2];
            for (long i = head; i < tail; i++) {
                larger[(int) i & (larger.length - 1)] = values[(int) i & (values.length - 1)];
            }
            values = larger;
        }
        values[(int) tail++ & (values.length - 1)] = value;
    }

    boolean isEmpty() {
        return head == tail;
    }

    int size() {
        return (int) (tail - head);
    }

    long first() {
        return get(head);
    }

    long removeFirst() {
        return values[(int) head++ & (values.length - 1)];
    }

    /** Returns the position of the first value; positions count up from 0 as values are added and never change. */
    long firstPosition() {
        return head;
    }

    /** Returns the position that the next added value will get. */
    long endPosition() {
        return tail;
    }

    long get(long position) {
        return values[(int) position & (values.length - 1)];
    }

    void set(long position, long value) {
        values[(int) position & (values.length - 1)] = value;
    }
}
