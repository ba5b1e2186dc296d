package io.narrows.proxy.link.unpack;

import static io.narrows.proxy.link.frame.FrameDescriptor.MAX_APP_BYTES;

import io.narrows.unpack.stream.LiteralHeader;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Joins literal bytes and pieces to content of frames, so that the headers between pieces do not become frames of their own. Used on one
 * event loop.
 */
final class CarriedBytes {
    /** Receives content in order, and takes ownership of it. */
    interface Sink {
        /**
         * Takes content.
         *
         * @param surplus by how many bytes it is longer than what the application sent
         * @param readAt when its first bytes were read, on the nano clock
         */
        void content(ByteBuf content, int surplus, long readAt);
    }

    private final ByteBufAllocator allocator;
    private final Sink sink;
    private @Nullable ByteBuf joined;
    private boolean closed;
    private int surplus;
    private long since;

    CarriedBytes(ByteBufAllocator allocator, Sink sink) {
        this.allocator = allocator;
        this.sink = sink;
    }

    /** Adds literal bytes, and takes ownership of them. */
    void literal(ByteBuf bytes, long readAt) {
        try {
            header(bytes.readableBytes(), readAt);
            add(bytes, readAt);
        } finally {
            bytes.release();
            releaseIfClosed();
        }
    }

    private void header(int literals, long readAt) {
        int length = LiteralHeader.length(literals);
        ByteBuf content = room(length, readAt);
        ByteBuffer field = content.internalNioBuffer(content.writerIndex(), length);
        LiteralHeader.put(field, literals);
        content.writerIndex(content.writerIndex() + length);
        surplus += length;
    }

    /**
     * Adds a piece in its carried form, and takes ownership of it.
     *
     * @param originalLength its bytes in the stream
     */
    void piece(ByteBuf carried, int originalLength, long readAt) {
        try {
            surplus += carried.readableBytes() - originalLength;
            add(carried, readAt);
        } finally {
            carried.release();
            releaseIfClosed();
        }
    }

    /** Content that was passed on may have ended the link. */
    private void releaseIfClosed() {
        if (closed) {
            release();
        }
    }

    private void add(ByteBuf bytes, long readAt) {
        while (bytes.isReadable()) {
            ByteBuf content = room(1, readAt);
            content.writeBytes(bytes, Math.min(bytes.readableBytes(), MAX_APP_BYTES - content.readableBytes()));
        }
    }

    /** Returns content with room for that many bytes. */
    private ByteBuf room(int length, long readAt) {
        if (joined != null && joined.readableBytes() + length > MAX_APP_BYTES) {
            flush();
        }
        if (joined == null) {
            joined = allocator.directBuffer(Math.max(256, length), MAX_APP_BYTES);
            since = readAt;
        }
        joined.ensureWritable(length);
        return joined;
    }

    /** Returns the bytes that wait to be joined by others. */
    int waiting() {
        return joined == null ? 0 : joined.readableBytes();
    }

    long memoryBytes() {
        return joined == null ? 0 : joined.capacity();
    }

    /** Passes on what waits. */
    void flush() {
        ByteBuf content = joined;
        if (content != null) {
            int longer = surplus;
            joined = null;
            surplus = 0;
            sink.content(content, longer, since);
        }
    }

    void release() {
        closed = true;
        if (joined != null) {
            joined.release();
            joined = null;
        }
    }
}
