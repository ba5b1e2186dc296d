package io.narrows.storage.log;

/**
 * How a log ends.
 *
 * @param tornAt where the part begins that is no record, in bytes from the start of the file; the file's size when there is
 *     none
 * @param droppedBytes how many there are from there to the end of the file
 */
public record Tail(Kind kind, long tornAt, long droppedBytes) {
    /** What is behind the last record. */
    public enum Kind {
        /** Nothing, or what an older log has left in a file that is used again. */
        CLEAN,
        /** A part of a record: a process or a machine has died while it was written, or the file was cut off later. */
        TORN,
        /** Zeros: room that was reserved, but not used. */
        ZEROS
    }

    /** Whether a part of a record is lost. */
    public boolean isTorn() {
        return kind == Kind.TORN;
    }

    static Tail clean(long size) {
        return new Tail(Kind.CLEAN, size, 0);
    }

    static Tail torn(long at, long size) {
        return new Tail(Kind.TORN, at, size - at);
    }

    static Tail zeros(long at, long size) {
        return new Tail(Kind.ZEROS, at, size - at);
    }
}
