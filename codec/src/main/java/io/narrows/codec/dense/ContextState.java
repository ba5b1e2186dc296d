package io.narrows.codec.dense;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The state of a context between two frames, from which other contexts can begin: models, sizes, distances, and the latest content. The
 * states of an encoder and of the decoder of its frames are equal byte for byte, so their hash names both. docs/formats/dense.md describes
 * the bytes. Immutable; safe for use by many threads.
 */
public final class ContextState {
    /** Number of the form of the bytes, which is their first byte. */
    static final int FORM = 1;

    /** Size of {@link #hash}, in bytes. */
    public static final int HASH_BYTES = 16;

    private final byte[] bytes;

    /** The encoder's prices, which are not part of the format; none in the state of a decoder. */
    private final int[] prices;

    private final int contentBytes;
    private final long rowBytes;

    ContextState(byte[] bytes, int[] prices, int contentBytes, long rowBytes) {
        this.bytes = bytes;
        this.prices = prices;
        this.contentBytes = contentBytes;
        this.rowBytes = rowBytes;
    }

    /** Returns the length of the content in the state. */
    int contentBytes() {
        return contentBytes;
    }

    /** Returns the memory of the {@link Rows} of a context that began from the state, in bytes. */
    long rowBytes() {
        return rowBytes;
    }

    StateReader reader() {
        return new StateReader(bytes);
    }

    int[] prices() {
        return prices;
    }

    /** Returns the first {@value #HASH_BYTES} bytes of the SHA-256 of the state. Takes a millisecond or two. */
    public byte[] hash() {
        try {
            byte[] whole = MessageDigest.getInstance("SHA-256").digest(bytes);
            byte[] first = new byte[HASH_BYTES];
            System.arraycopy(whole, 0, first, 0, HASH_BYTES);
            return first;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Returns the memory of the state, in bytes. */
    public long memoryBytes() {
        return bytes.length + (long) Integer.BYTES * prices.length;
    }
}
