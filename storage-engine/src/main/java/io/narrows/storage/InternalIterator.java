package io.narrows.storage;

import java.io.IOException;

/**
 * Iterates over entries in the order of {@linkplain InternalKey internal keys}: for each user key the newest first,
 * deletions included. It is invalid at first, after the last entry, before the first one, and after a failed move. The
 * key and value are views that stay valid until the next move. Not thread-safe.
 */
public interface InternalIterator extends AutoCloseable {
    /** Returns whether the iterator is at an entry. */
    boolean isValid();

    void seekToFirst() throws IOException;

    void seekToLast() throws IOException;

    /** Moves to the first entry at or after an internal key; the iterator becomes invalid if there is none. */
    void seek(Slice userKey, long trailer) throws IOException;

    /** Moves to the last entry at or before an internal key; the iterator becomes invalid if there is none. */
    void seekForPrev(Slice userKey, long trailer) throws IOException;

    /** @throws IllegalStateException if the iterator is invalid */
    void next() throws IOException;

    /** @throws IllegalStateException if the iterator is invalid */
    void prev() throws IOException;

    Slice userKey();

    /** Returns sequence number and type, see {@link InternalKey#trailer}. */
    long trailer();

    Slice value();

    /** Releases its resources. It must not be used afterward. */
    @Override
    default void close() {}
}
