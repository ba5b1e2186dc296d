package io.narrows.storage.db.crash.disk;

import java.util.Arrays;

/** The bytes of a file. Gaps between written parts are zeros. */
final class Contents {
    private byte[] bytes;
    private int length;

    Contents(byte[] bytes) {
        this.bytes = bytes.clone();
        this.length = bytes.length;
    }

    int length() {
        return length;
    }

    void write(long offset, byte[] source, int count) {
        int end = Math.toIntExact(offset + count);
        if (count > 0) {
            extend(end);
            System.arraycopy(source, 0, bytes, (int) offset, count);
        }
    }

    /** Extends it to at least the given size. */
    void extend(int size) {
        if (size > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(size, 2 * bytes.length));
        }
        length = Math.max(length, size);
    }

    /** Truncates it to at most the given size. */
    void truncate(long size) {
        if (size < length) {
            Arrays.fill(bytes, (int) size, length, (byte) 0);
            length = (int) size;
        }
    }

    byte[] toByteArray() {
        return Arrays.copyOf(bytes, length);
    }
}
