package io.narrows.codec;

import java.nio.ByteBuffer;

/** Room of one owner for a result that cannot be written where it is wanted. It grows as needed. */
final class Scratch {
    private static final int FIRST = 80 << 10;

    private ByteBuffer direct;
    private ByteBuffer heap;

    /** A buffer from position 0, with at least so much room; what it held before is gone. */
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
