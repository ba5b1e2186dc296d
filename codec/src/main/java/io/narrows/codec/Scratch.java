package io.narrows.codec;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A growing buffer for results that cannot be written to their destination directly. */
final class Scratch {
    private static final int FIRST = 80 << 10;

    private @Nullable ByteBuffer direct;
    private @Nullable ByteBuffer heap;

    /** Returns a buffer at position 0 with at least {@code length} bytes of room; its previous contents are lost. */
    ByteBuffer of(boolean isDirect, int length) {
        if (isDirect) {
            direct = direct != null && direct.capacity() >= length
                    ? direct
                    : ByteBuffer.allocateDirect(Math.max(FIRST, length));
            return direct.clear();
        }
        heap = heap != null && heap.capacity() >= length ? heap : ByteBuffer.allocate(Math.max(FIRST, length));
        return heap.clear();
    }
}
