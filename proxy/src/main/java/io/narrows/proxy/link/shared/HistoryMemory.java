package io.narrows.proxy.link.shared;

/** Memory for shared history, as much as there is. Safe for use by many threads. */
public interface HistoryMemory {
    /** Takes bytes; false when there are not so many, and then nothing was taken. */
    boolean take(long bytes);

    /** Gives back what was taken. */
    void giveBack(long bytes);
}
