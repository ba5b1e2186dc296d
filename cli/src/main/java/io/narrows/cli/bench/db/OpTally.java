package io.narrows.cli.bench.db;

import org.HdrHistogram.Histogram;

/**
 * Counts operations of one thread, and how long they take. The clock is read once for each operation, which takes as long
 * as the walk over an entry does: of fast ones only some are timed.
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

    /** @param each times one call of so many, 1 for all */
    static OpTally timing(int each) {
        return new OpTally(each - 1);
    }

    /** Called before the first operation. */
    void start() {
        begun = System.nanoTime();
    }

    /** A call with one operation ended, and the next one begins. */
    void done(long ofBytes) {
        done(1, ofBytes);
    }

    /** A call ended, and the next one begins. */
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

    /** Keys were looked for. */
    void sought(int keys, int there) {
        sought += keys;
        found += there;
    }

    /** Something to say of the result. */
    void note(String text) {
        note = text;
    }

    /** Adds what another thread counted. */
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

    /** As in {@code (632 of 1000 found)}; empty when there is nothing to say. */
    String note() {
        return sought > 0 ? "(" + found + " of " + sought + " found)" : note;
    }

    /** Of the calls that were timed. */
    Histogram nanos() {
        return nanos;
    }
}
