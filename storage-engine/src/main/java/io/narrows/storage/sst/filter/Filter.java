package io.narrows.storage.sst.filter;

import java.util.Objects;

/**
 * A filter of the keys of a file, or of a part of one. A negative result is certain, a positive one is not.
 * Thread-safe.
 */
public sealed interface Filter permits FastLocalBloom, LegacyBloom, SameAnswer {
    /**
     * Returns whether a user key may be in the file.
     *
     * @throws IndexOutOfBoundsException if the key is not within the array
     */
    boolean mayContain(byte[] key, int offset, int length);

    /** Returns the filter for files without one, which accepts every key. */
    static Filter absent() {
        return SameAnswer.MAYBE;
    }

    /**
     * Parses the payload of a filter block: a Bloom filter of format version 5 and later, or the older kind. The
     * payload identifies its kind independently of the format version. A Ribbon filter, an unknown kind or an invalid
     * filter is treated like a missing one. For any content, no bytes outside the payload are read.
     *
     * @param array is not copied, and must not change
     * @throws IndexOutOfBoundsException if the payload is not within the array
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
