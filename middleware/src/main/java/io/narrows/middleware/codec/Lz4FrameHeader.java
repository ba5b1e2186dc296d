package io.narrows.middleware.codec;

import io.narrows.codec.MalformedDataException;
import java.io.IOException;
import net.jpountz.xxhash.XXHash32;

/**
 * The validated header of an LZ4 frame.
 *
 * @param blockMax maximum content of a block, in bytes
 * @param contentSize of the whole frame in bytes, or -1 if unknown
 */
record Lz4FrameHeader(
        boolean independent, boolean blockChecksums, boolean contentChecksum, int blockMax, long contentSize) {
    private static final int MAX_DESCRIPTOR = 10;
    private static final String HEADER = "the header";

    /** Reads the header after the magic number. */
    static Lz4FrameHeader read(CompressedMessage message, XXHash32 checksum) throws IOException {
        byte[] descriptor = new byte[MAX_DESCRIPTOR];
        int flags = message.u8(HEADER);
        int size = message.u8(HEADER);
        descriptor[0] = (byte) flags;
        descriptor[1] = (byte) size;
        if ((flags & Lz4Descriptor.VERSION_MASK) != Lz4Descriptor.VERSION
                || (flags & Lz4Descriptor.RESERVED_FLAG) != 0) {
            throw new MalformedDataException("invalid LZ4 flags: " + flags);
        }
        int sizeCode = size >>> Lz4Descriptor.SIZE_SHIFT;
        if ((size & ~Lz4Descriptor.SIZE_MASK) != 0 || sizeCode < Lz4Descriptor.MIN_SIZE_CODE) {
            throw new MalformedDataException("invalid LZ4 block size: " + size);
        }
        int length = 2;
        long contentSize = -1;
        if ((flags & Lz4Descriptor.CONTENT_SIZE) != 0) {
            contentSize = 0;
            for (int i = 0; i < Long.BYTES; i++) {
                int next = message.u8(HEADER);
                descriptor[length++] = (byte) next;
                contentSize |= (long) next << 8 * i;
            }
        }
        if ((flags & Lz4Descriptor.DICTIONARY) != 0) {
            throw new MalformedDataException("requires a dictionary");
        }
        if (message.u8(HEADER) != Lz4Descriptor.headerChecksum(checksum.hash(descriptor, 0, length, 0))) {
            throw new MalformedDataException("wrong header checksum");
        }
        if ((flags & Lz4Descriptor.CONTENT_SIZE) != 0 && contentSize < 0) {
            throw new LimitExceededException("content of " + Long.toUnsignedString(contentSize) + " bytes");
        }
        return new Lz4FrameHeader(
                (flags & Lz4Descriptor.INDEPENDENT) != 0,
                (flags & Lz4Descriptor.BLOCK_CHECKSUM) != 0,
                (flags & Lz4Descriptor.CONTENT_CHECKSUM) != 0,
                Lz4Descriptor.blockMax(sizeCode),
                contentSize);
    }
}
