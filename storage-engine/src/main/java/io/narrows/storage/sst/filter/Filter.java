package io.narrows.storage.sst.filter;

import java.util.Objects;

/**
 * What a file, or a part of one, says of the keys that it does not hold. The answer "no" is certain, "yes" is not. Safe
 * for use by many threads.
 */
public sealed interface Filter permits FastLocalBloom, LegacyBloom, SameAnswer {
    /**
     * Whether a user key may be there.
     *
     * @throws IndexOutOfBoundsException when the key is not within the array
     */
    boolean mayContain(byte[] key, int offset, int length);

    /** The filter that says of every key that it may be there: for files without one. */
    static Filter absent() {
        return SameAnswer.MAYBE;
    }

    /**
     * Reads the payload of a filter block: a Bloom filter of format version 5 and later, or the one before. What says itself
     * which of them it is does so for every format version. A Ribbon filter, one of an unknown kind and one that makes no
     * sense are read as if there were none. Whatever the bytes are, nothing outside them is ever looked at.
     *
     * @param array is kept, not copied, and must not change
     * @throws IndexOutOfBoundsException when the payload is not within the array
     */
    static Filter parse(byte[] array, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, array.length);
        if (length == 0 || length == BloomLayout.METADATA) {
            return SameAnswer.NO;
        }
        if (length < BloomLayout.METADATA) {
            return SameAnswer.MAYBE;
        }
        byte probes = array[offset + length - BloomLayout.METADATA];
        if (probes == BloomLayout.MARKER) {
            return FastLocalBloom.parse(array, offset, length);
        }
        return probes > 0 ? LegacyBloom.parse(array, offset, length) : SameAnswer.MAYBE;
    }
}
