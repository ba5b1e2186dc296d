package io.narrows.storage;

import java.io.IOException;

/**
 * Walks entries in the order of {@linkplain InternalKey internal keys}: of one user key the youngest first, deletions
 * included. It stands nowhere at first, behind the last entry, before the first one, and after a move that failed. What it
 * shows is a view that stays as it is until the next move. For one thread.
 */
public interface InternalIterator extends AutoCloseable {
    /** Whether it stands at an entry. */
    boolean isValid();

    void seekToFirst() throws IOException;

    void seekToLast() throws IOException;

    /** Moves to the first entry that is not before an internal key; nowhere when there is none. */
    void seek(Slice userKey, long trailer) throws IOException;

    /** Moves to the last entry that is not behind an internal key; nowhere when there is none. */
    void seekForPrev(Slice userKey, long trailer) throws IOException;

    /** @throws IllegalStateException when it stands nowhere */
    void next() throws IOException;

    /** @throws IllegalStateException when it stands nowhere */
    void prev() throws IOException;

    Slice userKey();

    /** Sequence number and type, see {@link InternalKey#trailer}. */
    long trailer();

    Slice value();

    /** Gives back what it holds. No call may follow. */
    @Override
    default void close() {}
}
