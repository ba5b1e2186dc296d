package io.narrows.estimate.pcap;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A range of another buffer, big-endian. It is moved without allocating, as long as the other buffer stays the same. */
final class BufferView {
    private static final ByteBuffer EMPTY = ByteBuffer.allocate(0);

    private @Nullable ByteBuffer source;
    private ByteBuffer view = EMPTY;

    /** Shows the bytes of the source from an absolute index up to another. */
    void show(ByteBuffer source, int from, int to) {
        if (this.source != source) {
            this.source = source;
            view = source.duplicate();
        }
        view.limit(to).position(from);
    }

    ByteBuffer buffer() {
        return view;
    }
}
