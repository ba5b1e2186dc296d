package io.narrows.proxy.link;

import static io.narrows.proxy.link.FrameDescriptor.CRC_BYTES;
import static io.narrows.proxy.link.FrameDescriptor.MAX_PAYLOAD;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.codec.ByteToMessageDecoder;

/**
 * Cuts a link's bytes into frames and checks each before anything sees its payload. Bytes are kept only while a frame is
 * incomplete or the receiver holds back: one read of the socket may decode to a thousand times its size, so the receiver
 * is asked before every frame.
 */
final class FrameReader {
    /** Where frames go. */
    interface Sink {
        /** Whether the next frame may be delivered now. */
        boolean accepts();

        /**
         * @param head the byte that {@link FrameDescriptor} describes
         * @param payload valid during the call; retain what is kept
         */
        void frame(int head, ByteBuf payload) throws CorruptFrameException;
    }

    private final boolean checksums;
    private final Sink sink;
    private final FrameChecksum checksum = new FrameChecksum();
    private ByteBuf kept;
    private boolean delivering;
    private boolean heldBack;
    private boolean closed;

    /** @param checksums whether frames carry one: not under TLS */
    FrameReader(boolean checksums, Sink sink) {
        this.checksums = checksums;
        this.sink = sink;
    }

    /** Takes what the socket brought, and its ownership. */
    void read(ByteBufAllocator allocator, ByteBuf bytes) throws CorruptFrameException {
        if (closed) {
            bytes.release();
            return;
        }
        kept = kept == null ? bytes : ByteToMessageDecoder.MERGE_CUMULATOR.cumulate(allocator, kept, bytes);
        deliver();
        compact(allocator);
    }

    /** Lets go of a buffer of which more was delivered than is left, so that a busy link does not pile buffers up. */
    private void compact(ByteBufAllocator allocator) {
        if (kept != null && kept.readerIndex() > kept.readableBytes()) {
            ByteBuf rest = allocator.directBuffer(kept.readableBytes()).writeBytes(kept);
            kept.release();
            kept = rest;
        }
    }

    /** Delivers frames that wait since the receiver held back. */
    void deliver() throws CorruptFrameException {
        if (delivering) {
            return;
        }
        delivering = true;
        try {
            do {
                heldBack = kept != null && !sink.accepts();
            } while (kept != null && !heldBack && deliverOne());
        } finally {
            delivering = false;
            if (closed) {
                free();
            }
        }
    }

    /** Whether the receiver did not take the next frame, as opposed to its not being whole yet. */
    boolean heldBack() {
        return heldBack;
    }

    /** Bytes that wait for the rest of their frame, or for the receiver. */
    int keptBytes() {
        return kept == null ? 0 : kept.readableBytes();
    }

    /** Capacity that the waiting bytes pin. */
    int pinnedBytes() {
        return kept == null ? 0 : kept.capacity();
    }

    void close() {
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

    private boolean deliverOne() throws CorruptFrameException {
        int start = kept.readerIndex();
        int available = kept.readableBytes();
        int length = 0;
        int lengthBytes = 0;
        while (true) {
            if (lengthBytes == available) {
                return false;
            }
            byte next = kept.getByte(start + lengthBytes);
            length |= (next & 0x7F) << 7 * lengthBytes++;
            if (next >= 0) {
                break;
            }
            if (lengthBytes == FrameDescriptor.MAX_LENGTH_BYTES) {
                throw new CorruptFrameException("frame length takes more than 3 bytes");
            }
        }
        if (length > MAX_PAYLOAD) {
            throw new CorruptFrameException("invalid frame length: " + length + " (expected: 0-" + MAX_PAYLOAD + ")");
        }
        int crcIndex = start + lengthBytes + 1;
        int payloadIndex = checksums ? crcIndex + CRC_BYTES : crcIndex;
        int wireLength = payloadIndex - start + length;
        if (available < wireLength) {
            return false;
        }
        if (checksums) {
            verify(start, crcIndex, payloadIndex, length);
        }
        int head = kept.getUnsignedByte(start + lengthBytes);
        ByteBuf payload = kept.slice(payloadIndex, length);
        kept.readerIndex(start + wireLength);
        sink.frame(head, payload);
        if (!kept.isReadable()) {
            free();
        }
        return !closed;
    }

    private void verify(int start, int crcIndex, int payloadIndex, int length) throws CorruptFrameException {
        int expected = kept.getIntLE(crcIndex);
        int actual = checksum.reset()
                .update(kept, start, crcIndex - start)
                .update(kept, payloadIndex, length)
                .value();
        if (actual != expected) {
            throw new CorruptFrameException(
                    String.format("frame checksum is %08x but its bytes give %08x", expected, actual));
        }
    }
}
