package io.narrows.storage.log;

import io.narrows.storage.Slice;
import java.io.IOException;
import java.util.Arrays;

/**
 * Assembles a record from its fragments. It grows with the bytes actually present, never according to a length field.
 */
final class RecordBuffer {
    private static final int LARGEST = Integer.MAX_VALUE - 64;

    private byte[] array = new byte[2 * RecordHeader.BLOCK];
    private int length;

    void clear() {
        length = 0;
    }

    int length() {
        return length;
    }

    /** @throws IOException if the record would exceed the maximum size of an array */
    void append(byte[] source, int from, int count) throws IOException {
        if (count > array.length - length) {
            if (count > LARGEST - length) {
                throw new IOException("a record of more than " + LARGEST + " bytes");
            }
            int doubled = array.length > LARGEST / 2 ? LARGEST : 2 * array.length;
            array = Arrays.copyOf(array, Math.max(doubled, length + count));
        }
        System.arraycopy(source, from, array, length, count);
        length += count;
    }

    /** Returns the content, valid until the next change. */
    Slice bytes() {
        return new Slice(array, 0, length);
    }
}
