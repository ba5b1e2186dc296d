package io.narrows.storage.iterate;

import io.narrows.storage.Slice;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A reusable buffer with a copy of bytes. */
final class OwnBytes {
    private byte[] array = new byte[64];
    private @Nullable Slice view;

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

    /** Returns whether the buffer contains these bytes; false after {@link #clear}. */
    boolean holds(Slice bytes) {
        return view != null && Arrays.equals(array, 0, view.length(), bytes.array(), bytes.offset(), bytes.end());
    }

    /** Returns a view of the bytes, valid until the next ones are set. */
    Slice view() {
        return Objects.requireNonNull(view, "no bytes");
    }
}
