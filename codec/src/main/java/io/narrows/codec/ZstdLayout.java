package io.narrows.codec;

import java.nio.ByteBuffer;

/**
 * The structure of zstd data (RFC 8878, section 3.1.1), checked before the native decoder sees a byte, because its streaming
 * interface does not distinguish a truncated block from a whole one.
 *
 * <pre>
 * frame flags:       7..6 bytes of content size, 5 single segment, 2 checksum, 1..0 bytes of dictionary id
 * window descriptor: 7..3 exponent, 2..0 mantissa of eighths; from 1 KiB
 * block header:      3 bytes, little-endian: 23..3 size, 2..1 type, 0 last
 * </pre>
 */
final class ZstdLayout {
    private static final byte[] MAGIC = {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd};
    private static final int FLAG_SINGLE_SEGMENT = 0x20;
    private static final int FLAG_CHECKSUM = 0x04;
    static final int BLOCK_HEADER = 3;

    /** Replaces the type of a lone block if blocks with their headers follow. Reserved among zstd's own types. */
    static final int SEVERAL_BLOCKS = 3;

    private static final int BLOCK_MAX = 1 << 17;
    private static final int TYPE_RLE = 1;
    private static final int TYPE_RESERVED = 3;

    private ZstdLayout() {}

    static long windowSize(byte descriptor) {
        long base = 1L << (10 + ((descriptor & 0xff) >>> 3));
        return base + (base >>> 3) * (descriptor & 7);
    }

    /** Returns the type of the block that fills a range of bytes, or {@link #SEVERAL_BLOCKS} if its header must stay. */
    static int typeOfLoneBlock(ByteBuffer blocks, int at, int length) {
        int header = word(blocks, at);
        int type = header >>> 1 & 3;
        boolean fills = header >>> 3 == length - BLOCK_HEADER;
        return fills && type != TYPE_RLE ? type : SEVERAL_BLOCKS;
    }

    /** Restores the header of a lone block: its content follows, and it is not the last. */
    static void putHeader(ByteBuffer header, int type, int content) throws MalformedDataException {
        if (type == TYPE_RLE || content == 0 || content > BLOCK_MAX) {
            throw new MalformedDataException("invalid zstd block: type=" + type + ", size=" + content);
        }
        int word = content << 3 | type << 1;
        header.clear()
                .put((byte) word)
                .put((byte) (word >>> 8))
                .put((byte) (word >>> 16))
                .flip();
    }

    /**
     * Checks that the buffer, from an index to its limit, consists of one or more whole blocks, none of them marked as the
     * last.
     */
    static void checkOpenBlocks(ByteBuffer src, int from) throws MalformedDataException {
        int at = from;
        do {
            int header = header(src, at);
            if (isLast(header)) {
                throw new MalformedDataException("zstd frame ends before the stream does");
            }
            at = end(src, at, header);
        } while (at < src.limit());
    }

    /** Checks that the buffer's remaining bytes are exactly one standard frame. */
    static void checkWholeFrame(ByteBuffer src) throws MalformedDataException {
        int at = src.position();
        if (src.remaining() < MAGIC.length + 1) {
            throw new MalformedDataException("truncated zstd frame");
        }
        for (byte expected : MAGIC) {
            if (src.get(at++) != expected) {
                throw new MalformedDataException("not a zstd frame");
            }
        }
        int flags = src.get(at) & 0xff;
        int end = endOfLastBlock(src, at + headerLength(flags)) + ((flags & FLAG_CHECKSUM) != 0 ? 4 : 0);
        if (end != src.limit()) {
            throw new MalformedDataException(
                    "zstd frame of " + (end - src.position()) + " bytes (expected: " + src.remaining() + ")");
        }
    }

    private static int headerLength(int flags) {
        boolean single = (flags & FLAG_SINGLE_SEGMENT) != 0;
        int window = single ? 0 : 1;
        int dictionaryId = (1 << (flags & 3)) >> 1;
        int contentSize = flags >>> 6 == 0 ? (single ? 1 : 0) : 1 << (flags >>> 6);
        return 1 + window + dictionaryId + contentSize;
    }

    private static int endOfLastBlock(ByteBuffer src, int from) throws MalformedDataException {
        int at = from;
        int header;
        do {
            header = header(src, at);
            at = end(src, at, header);
        } while (!isLast(header));
        return at;
    }

    private static boolean isLast(int header) {
        return (header & 1) != 0;
    }

    private static int header(ByteBuffer src, int at) throws MalformedDataException {
        if (src.limit() - at < BLOCK_HEADER) {
            throw new MalformedDataException("truncated zstd block header");
        }
        return word(src, at);
    }

    private static int word(ByteBuffer src, int at) {
        return (src.get(at) & 0xff) | (src.get(at + 1) & 0xff) << 8 | (src.get(at + 2) & 0xff) << 16;
    }

    private static int end(ByteBuffer src, int at, int header) throws MalformedDataException {
        int type = header >>> 1 & 3;
        int size = header >>> 3;
        if (type == TYPE_RESERVED || size > BLOCK_MAX) {
            throw new MalformedDataException("invalid zstd block: type=" + type + ", size=" + size);
        }
        int content = type == TYPE_RLE ? 1 : size;
        if (src.limit() - at - BLOCK_HEADER < content) {
            throw new MalformedDataException("truncated zstd block: size=" + content);
        }
        return at + BLOCK_HEADER + content;
    }
}
