package io.narrows.middleware.codec;

import io.narrows.codec.MalformedDataException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The header of a zstd frame (RFC 8878, section 3.1.1), read before the native decoder sees it.
 *
 * <pre>
 *  0       4       5          5 or 6    5 to 10
 * +-------+-------+----------+---------+--------------
 * | magic | flags | window, -| dict, - | content size, -
 * +-------+-------+----------+---------+--------------
 *
 * flags: 7..6 size of the content size, 5 single segment: no window, 3 reserved, 1..0 size of the dictionary's id
 * </pre>
 *
 * @param windowSize in bytes; for a single segment, the size of its content
 * @param contentSize in bytes, unsigned; -1 if unknown
 * @param dictionaryId 0 for none
 */
record ZstdFrameHeader(boolean singleSegment, long windowSize, long contentSize, long dictionaryId) {
    /** Maximum length of a header. */
    static final int MAX_BYTES = 18;

    private static final int MAGIC = 0xFD2FB528;
    private static final int FIRST_SKIPPABLE = 0x184D2A50;
    private static final int SKIPPABLE_MASK = 0xfffffff0;
    private static final int SINGLE_SEGMENT = 0x20;
    private static final int SMALL_CONTENT = 256;

    private static final ZstdFrameHeader SKIPPABLE = new ZstdFrameHeader(false, 0, -1, 0);

    /**
     * Reads the header at a buffer's position, without advancing it.
     *
     * @param start {@link #MAX_BYTES} bytes, or all that there are
     */
    static ZstdFrameHeader read(ByteBuffer start) throws MalformedDataException {
        ByteBuffer bytes = start.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        require(bytes, Integer.BYTES + 1);
        int magic = bytes.getInt();
        if ((magic & SKIPPABLE_MASK) == FIRST_SKIPPABLE) {
            return SKIPPABLE;
        }
        if (magic != MAGIC) {
            throw new MalformedDataException("not a zstd frame");
        }
        int flags = bytes.get() & 0xff;
        boolean single = (flags & SINGLE_SEGMENT) != 0;
        require(bytes, single ? 0 : 1);
        long window = single ? 0 : windowSize(bytes.get());
        long dictionary = number(bytes, (1 << (flags & 3)) >> 1);
        int sizeBytes = flags >>> 6 == 0 ? (single ? 1 : 0) : 1 << (flags >>> 6);
        long content = sizeBytes == 0 ? -1 : number(bytes, sizeBytes) + (sizeBytes == 2 ? SMALL_CONTENT : 0);
        return new ZstdFrameHeader(single, single ? content : window, content, dictionary);
    }

    private static long windowSize(byte descriptor) {
        long base = 1L << (10 + ((descriptor & 0xff) >>> 3));
        return base + (base >>> 3) * (descriptor & 7);
    }

    private static long number(ByteBuffer bytes, int length) throws MalformedDataException {
        require(bytes, length);
        long number = 0;
        for (int i = 0; i < length; i++) {
            number |= (bytes.get() & 0xffL) << 8 * i;
        }
        return number;
    }

    private static void require(ByteBuffer bytes, int length) throws MalformedDataException {
        if (bytes.remaining() < length) {
            throw new MalformedDataException("truncated in the header");
        }
    }

    /**
     * Checks the memory that the frame requests. Without a message limit, a single segment may request no more than a
     * window.
     *
     * @param room bytes that the message may still grow by
     * @throws LimitExceededException if the frame requests more than the limits allow
     */
    void check(DecodingLimits limits, int room) throws LimitExceededException {
        boolean held = !limits.followService();
        if (held && contentSize != -1 && Long.compareUnsigned(contentSize, room) > 0) {
            throw new LimitExceededException(
                    "content of " + Long.toUnsignedString(contentSize) + " bytes (expected: 0-" + room + ")");
        }
        if (!(held && singleSegment) && windowSize > 1L << limits.maxWindowLog()) {
            throw new LimitExceededException(
                    "a window of " + windowSize + " bytes (expected: 0-" + (1L << limits.maxWindowLog()) + ")");
        }
    }
}
