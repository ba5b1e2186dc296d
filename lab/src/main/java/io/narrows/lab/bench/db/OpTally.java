package io.narrows.lab.bench.db;

import org.HdrHistogram.Histogram;

/**
 * Counts operations of one thread and records their latency. Reading the clock takes as long as moving a cursor by one entry,
 * so only some of the fast operations are timed.
 */
final class OpTally {
    private static final int DIGITS = 3;

    private final Histogram nanos = new Histogram(DIGITS);
    private final int untimed;
    private long operations;
    private long bytes;
    private long sought;
    private long found;
    private String note = "";
    private int untilTimed;
    private long begun;

    private OpTally(int untimed) {
        this.untimed = untimed;
        this.untilTimed = untimed;
    }

    /** @param each one call in this many is timed; 1 for every call */
    static OpTally timing(int each) {
        return new OpTally(each - 1);
    }

    /** Must be called before the first operation. */
    void start() {
        begun = System.nanoTime();
    }

    /** Records the end of a call with one operation and the start of the next. */
    void done(long ofBytes) {
        done(1, ofBytes);
    }

    /** Records the end of a call and the start of the next. */
    void done(int ofOperations, long ofBytes) {
        operations += ofOperations;
        bytes += ofBytes;
        if (untilTimed > 1) {
            untilTimed--;
        } else if (untilTimed == 1) {
            untilTimed = 0;
            begun = System.nanoTime();
        } else {
            long now = System.nanoTime();
            nanos.recordValue(Math.max(now - begun, 0));
            begun = now;
            untilTimed = untimed;
        }
    }

    /** Records a search for keys. */
    void sought(int keys, int there) {
        sought += keys;
        found += there;
    }

    /** Adds a remark to the result. */
    void note(String text) {
        note = text;
    }

    /** Adds the counts of another thread. */
    void add(OpTally other) {
        operations += other.operations;
        bytes += other.bytes;
        sought += other.sought;
        found += other.found;
        nanos.add(other.nanos);
        note = other.note;
    }

    long operations() {
        return operations;
    }

    long bytes() {
        return bytes;
    }

    /** Returns the note, as in {@code (632 of 1000 found)}; empty if there is none. */
    String note() {
        return sought > 0 ? "(" + found + " of " + sought + " found)" : note;
    }

    /** Returns the latencies of the timed calls. */
    Histogram nanos() {
        return nanos;
    }
}
