package io.narrows.storage.iterate;

import io.narrows.storage.Slice;
import java.util.Arrays;

/** A copy of bytes whose array is used again for the next ones. */
final class OwnBytes {
    private byte[] array = new byte[64];
    private Slice view;

    void set(Slice bytes) {
        int length = bytes.length();
        if (length > array.length) {
            array = new byte[(int) Math.min(Math.max(2L * array.length, length), Integer.MAX_VALUE - 8)];
        }
        System.arraycopy(bytes.array(), bytes.offset(), array, 0, length);
        view = new Slice(array, 0, length);
    }

    void clear() {
        view = null;
    }

    /** Whether these are the bytes; false after {@link #clear}. */
    boolean holds(Slice bytes) {
        return view != null && Arrays.equals(array, 0, view.length(), bytes.array(), bytes.offset(), bytes.end());
    }

    /** The bytes; as they are until others are set. */
    Slice view() {
        return view;
    }
}
