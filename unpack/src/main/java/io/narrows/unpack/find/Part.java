package io.narrows.unpack.find;

import java.nio.ByteBuffer;

/** A part of the stream that is read by its structure, instead of being searched for signatures. */
interface Part {
    byte[] NOTHING = {};

    /**
     * Reads bytes from an index on, and counts them in the {@link Partition}. The buffer's indexes stay unchanged.
     *
     * @return the index of the first byte that was not read: {@code end}, or where this part ended
     */
    int read(ByteBuffer bytes, int from, int end);

    /** Returns whether the next byte does not belong to this part. */
    boolean ended();

    /** Returns the last bytes that were counted, as far as the next part may have begun with them. */
    default byte[] unclaimed() {
        return NOTHING;
    }

    /** Ends this part here. The bytes of an incomplete piece become plain. */
    void abandon();
}
