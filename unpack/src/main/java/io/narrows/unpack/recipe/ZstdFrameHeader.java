package io.narrows.unpack.recipe;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The header of a zstd frame (RFC 8878, 3.1.1.1).
 *
 * @param length bytes of the header, the magic number included
 * @param contentSize bytes of the content, or -1 if the header does not declare it
 * @param windowSize bytes that the decoder must keep; the content size in a frame of a single segment
 */
record ZstdFrameHeader(
        int length,
        long contentSize,
        long windowSize,
        boolean isSingleSegment,
        boolean hasChecksum,
        boolean hasDictionary) {
    private static final long UNKNOWN = -1;

    private static final int MAGIC = 0xFD2FB528;
    private static final int DESCRIPTOR_END = 5;

    /**
     * Reads a header.
     *
     * @param frame little-endian; the frame begins at its position, which is not changed
     * @return the header, or null if there is none or it is incomplete
     */
    static @Nullable ZstdFrameHeader of(ByteBuffer frame) {
        int start = frame.position();
        if (frame.remaining() < DESCRIPTOR_END + 1 || frame.getInt(start) != MAGIC) {
            return null;
        }
        int descriptor = frame.get(start + DESCRIPTOR_END - 1) & 0xff;
        boolean isSingleSegment = (descriptor & 0x20) != 0;
        int windowBytes = isSingleSegment ? 0 : 1;
        int dictionaryBytes = (1 << (descriptor & 3)) >> 1;
        int sizeBytes = descriptor >>> 6 == 0 ? 1 - windowBytes : 1 << (descriptor >>> 6);
        int length = DESCRIPTOR_END + windowBytes + dictionaryBytes + sizeBytes;
        if (frame.remaining() < length || (descriptor & 8) != 0) {
            return null;
        }
        long contentSize = contentSize(frame, start + length - sizeBytes, sizeBytes);
        long windowSize = isSingleSegment ? contentSize : windowSize(frame.get(start + DESCRIPTOR_END) & 0xff);
        boolean hasDictionary = number(frame, start + DESCRIPTOR_END + windowBytes, dictionaryBytes) != 0;
        return new ZstdFrameHeader(
                length, contentSize, windowSize, isSingleSegment, (descriptor & 4) != 0, hasDictionary);
    }

    boolean hasContentSize() {
        return contentSize != UNKNOWN;
    }

    /** Returns the content size; sizes above 2^63 - 1 become that number. */
    private static long contentSize(ByteBuffer frame, int at, int bytes) {
        long number = number(frame, at, bytes);
        if (bytes == 0) {
            return UNKNOWN;
        }
        return bytes == 2 ? number + 256 : number < 0 ? Long.MAX_VALUE : number;
    }

    private static long windowSize(int descriptor) {
        long base = 1L << 10 + (descriptor >>> 3);
        return base + (base >>> 3) * (descriptor & 7);
    }

    private static long number(ByteBuffer frame, int at, int bytes) {
        long number = 0;
        for (int i = bytes - 1; i >= 0; i--) {
            number = number << 8 | frame.get(at + i) & 0xff;
        }
        return number;
    }
}
