package io.narrows.storage;

import java.io.IOException;

/**
 * Iterates over entries in the order of {@linkplain InternalKey internal keys}: for each user key the newest first,
 * deletions included. It is invalid at first, after the last entry, before the first one, and after a failed move. The
 * key and value are views that stay valid until the next move. Not thread-safe.
 */
public interface InternalIterator extends AutoCloseable {
    /** Number of entries of a user key to step over before seeking past the rest. */
    int STEPS = 8;

    /** The trailer that sorts last for a user key. */
    long LAST_TRAILER = 0;

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

    /**
     * Moves past all entries of a user key: to the first one of a later key, or past the end.
     *
     * @param userKey that of the current entry, but not a view of this iterator
     * @throws IllegalStateException if the iterator is invalid
     */
    default void nextKey(Slice userKey) throws IOException {
        for (int steps = 0; steps < STEPS; steps++) {
            next();
            if (!isValid() || !userKey().equals(userKey)) {
                return;
            }
        }
        seek(userKey, LAST_TRAILER);
        while (isValid() && userKey().equals(userKey)) {
            next();
        }
    }

    Slice userKey();

    /** Returns sequence number and type, see {@link InternalKey#trailer}. */
    long trailer();

    Slice value();

    /** Releases its resources. It must not be used afterward. */
    @Override
    default void close() {}
}
