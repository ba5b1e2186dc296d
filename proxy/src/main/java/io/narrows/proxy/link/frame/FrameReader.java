package io.narrows.proxy.link.frame;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.codec.ByteToMessageDecoder;
import org.jspecify.annotations.Nullable;

/**
 * Splits a link's bytes into frames. Verifies checksums of payloads before delivery; checksums of content are verified by the
 * receiver. Bytes are kept only while a frame is incomplete or the receiver holds back. The receiver is asked before every frame,
 * since one read of the socket may decode to a thousand times its size.
 */
public final class FrameReader {
    /** Receives the frames. */
    public interface Sink {
        /** Returns whether the next frame may be delivered now. */
        boolean accepts();

        /**
         * @param head the byte described by {@link FrameDescriptor}
         * @param payload valid during the call; retain it to keep it
         * @param check the frame's {@link ContentCheck}, for the callee to verify
         */
        void frame(int head, ByteBuf payload, long check) throws CorruptFrameException;
    }

    private final HeaderReader headers;
    private final Sink sink;
    private @Nullable ByteBuf kept;
    private boolean delivering;
    private boolean heldBack;
    private boolean closed;

    public FrameReader(FrameForm form, Sink sink) {
        this.headers = new HeaderReader(form);
        this.sink = sink;
    }

    /** Reads bytes from the socket and takes ownership of them. */
    public void read(ByteBufAllocator allocator, ByteBuf bytes) throws CorruptFrameException {
        if (closed) {
            bytes.release();
            return;
        }
        kept = kept == null ? bytes : ByteToMessageDecoder.MERGE_CUMULATOR.cumulate(allocator, kept, bytes);
        deliver();
        compact(allocator);
    }

    /** Copies the kept bytes if they fill less than half of their buffer, since they may pin its memory for a long time. */
    private void compact(ByteBufAllocator allocator) {
        if (kept != null && kept.readableBytes() < kept.capacity() / 2) {
            ByteBuf rest = allocator.directBuffer(kept.readableBytes()).writeBytes(kept);
            kept.release();
            kept = rest;
        }
    }

    /** Delivers frames that were held back by the receiver. */
    public void deliver() throws CorruptFrameException {
        if (delivering) {
            return;
        }
        delivering = true;
        try {
            do {
                heldBack = kept != null && !sink.accepts();
            } while (kept != null && !heldBack && deliverOne(kept));
        } finally {
            delivering = false;
            if (closed) {
                free();
            }
        }
    }

    /** Returns whether the receiver held back the next frame; false if that frame is incomplete. */
    public boolean heldBack() {
        return heldBack;
    }

    /** Returns the bytes that wait for the rest of their frame, or for the receiver. */
    public int keptBytes() {
        return kept == null ? 0 : kept.readableBytes();
    }

    /** Returns the capacity pinned by the waiting bytes. */
    public int pinnedBytes() {
        return kept == null ? 0 : kept.capacity();
    }

    public void close() {
        closed = true;
        if (!delivering) {
            free();
        }
    }

    private void free() {
        if (kept != null) {
            kept.release();
            kept = null;
        }
    }

    private boolean deliverOne(ByteBuf bytes) throws CorruptFrameException {
        int start = bytes.readerIndex();
        int available = bytes.readableBytes();
        if (!headers.read(bytes, start, available)) {
            return false;
        }
        int wireLength = headers.headerBytes() + headers.length();
        if (available < wireLength) {
            return false;
        }
        long check = headers.take(bytes, start);
        ByteBuf payload = bytes.slice(start + headers.headerBytes(), headers.length());
        bytes.readerIndex(start + wireLength);
        sink.frame(headers.head(), payload, check);
        if (kept != null && !kept.isReadable()) {
            free();
        }
        return !closed;
    }
}
