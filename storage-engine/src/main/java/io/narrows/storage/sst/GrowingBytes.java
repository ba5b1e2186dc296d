package io.narrows.storage.sst;

import java.util.Arrays;

/** A growable byte array. */
final class GrowingBytes {
    /** Maximum length of an array. */
    static final int MAX_LENGTH = Integer.MAX_VALUE - 8;

    private byte[] array;
    private int length;

    GrowingBytes(int room) {
        array = new byte[room];
    }

    /** Makes room for more bytes, and returns the index where they go. */
    int ensureRoom(int more) {
        if (more > array.length - length) {
            long wanted = Math.max(2L * array.length, (long) length + more);
            if ((long) length + more > MAX_LENGTH) {
                throw new IllegalStateException("more than 2 GiB of index or other metadata in one file");
            }
            array = Arrays.copyOf(array, (int) Math.min(wanted, MAX_LENGTH));
        }
        return length;
    }

    void append(byte[] source, int offset, int count) {
        int at = ensureRoom(count);
        System.arraycopy(source, offset, array, at, count);
        length += count;
    }

    /** Sets the end of the used part. */
    void setLength(int end) {
        length = end;
    }

    byte[] array() {
        return array;
    }

    int length() {
        return length;
    }
}
