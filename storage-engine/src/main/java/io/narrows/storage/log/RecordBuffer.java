package io.narrows.storage.log;

import io.narrows.storage.Slice;
import java.io.IOException;
import java.util.Arrays;

/** A record that is put together from its fragments. It grows by what is there, never by what a length promises. */
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

    /** @throws IOException when it would be larger than an array can be */
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

    /** What it has, until the next change. */
    Slice bytes() {
        return new Slice(array, 0, length);
    }
}
