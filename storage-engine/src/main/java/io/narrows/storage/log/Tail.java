package io.narrows.storage.log;

/**
 * The end of a log.
 *
 * @param tornAt where the incomplete record begins, in bytes from the start of the file; the file's size if there is none
 * @param droppedBytes number of bytes from there to the end of the file
 */
public record Tail(Kind kind, long tornAt, long droppedBytes) {
    /** The bytes after the last record. */
    public enum Kind {
        /** Nothing, or leftovers of an older log in a recycled file. */
        CLEAN,
        /** A truncated record: the process or machine crashed while writing it, or the file was truncated later. */
        TORN,
        /** Zeros: space that was reserved, but not used. */
        ZEROS
    }

    /** Returns whether part of a record is lost. */
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
