package io.narrows.storage.db.crash.disk;

import java.util.Arrays;

/** The bytes of a file. What was never written between two written parts is zeros. */
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

    /** Makes it at least that long. */
    void extend(int size) {
        if (size > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(size, 2 * bytes.length));
        }
        length = Math.max(length, size);
    }

    /** Makes it at most that long. */
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
