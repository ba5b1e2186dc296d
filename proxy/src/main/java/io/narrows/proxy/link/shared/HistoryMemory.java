package io.narrows.proxy.link.shared;

/** Allocates memory for shared history within a limit. Safe for use by many threads. */
public interface HistoryMemory {
    /** Takes bytes; returns false, and takes nothing, if there are not enough. */
    boolean take(long bytes);

    /** Releases bytes taken before. */
    void giveBack(long bytes);
}
