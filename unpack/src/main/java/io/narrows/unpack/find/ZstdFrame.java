package io.narrows.unpack.find;

import io.narrows.unpack.PieceKind;
import java.nio.ByteBuffer;

/**
 * A Zstandard frame (RFC 8878, section 3.1.1), which is a piece from its magic number to its end. Block headers have lengths,
 * so that it need not be decompressed.
 *
 * <pre>
 *  0       4            5
 * +-------+------------+----------+-----------------+----------------+--------+-----+------------------+
 * | magic | descriptor | [window] | [dictionary id] | [content size] | blocks | ... | [checksum (u32)] |
 * +-------+------------+----------+-----------------+----------------+--------+-----+------------------+
 * descriptor:   7..6 length of content size, 5 single segment (no window), 4..3 zero, 2 checksum, 1..0 length of dictionary id
 * block header: u24: 23..3 length, 2..1 type (0 raw, 1 repeated byte, 2 compressed), 0 last
 * </pre>
 *
 * <p>Frames that need a dictionary are plain. Those without a content size come in parts if they are long: encoders make them while their
 * content comes.
 */
final class ZstdFrame extends Format {
    static final int DESCRIPTOR = 4;

    private static final byte[] MAGIC = {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd};
    private static final int FLAG_SINGLE_SEGMENT = 0x20;
    private static final int FLAGS_UNUSED = 0x18;
    private static final int FLAG_CHECKSUM = 0x04;
    private static final int BLOCK_HEADER = 3;
    private static final int LARGEST_BLOCK = 1 << 17;
    private static final int UNKNOWN = -1;
    private static final int TYPE_REPEATED = 1;
    private static final int TYPE_RESERVED = 3;

    /** The largest window of frames that come in parts, as its descriptor: 2 MiB. */
    private static final int LARGEST_DIVIDED = 21 - 10 << 3;

    private int dictionaryAt;
    private int dictionaryLength;
    private int blockHeaderAt;
    private int checksum;

    /** Whether the header has a window, and no content size. */
    private boolean isStreamed;

    /** Length of the frame, or -1. */
    private long length;

    ZstdFrame(Partition partition) {
        super(partition);
    }

    /** Returns how many of the last bytes before an index are the beginning of the magic number: 0, or 2 to 4. */
    static int magicAtEnd(ByteBuffer bytes, int end) {
        for (int count = Math.min(MAGIC.length, end); count > 1; count--) {
            int matching = 0;
            while (matching < count && bytes.get(end - count + matching) == MAGIC[matching]) {
                matching++;
            }
            if (matching == count) {
                return count;
            }
        }
        return 0;
    }

    /** Returns whether the reserved bit and the unused one are not set. */
    static boolean usual(int descriptor) {
        return (descriptor & FLAGS_UNUSED) == 0;
    }

    /**
     * Begins a frame after its descriptor, in a piece that was opened with the magic number.
     *
     * @param rest number of bytes behind it up to the end of the frame, or -1 if that is unknown
     */
    ZstdFrame begin(int descriptor, long rest) {
        boolean single = (descriptor & FLAG_SINGLE_SEGMENT) != 0;
        int sizeFlag = descriptor >>> 6 & 3;
        int contentSize = sizeFlag == 0 ? (single ? 1 : 0) : 1 << sizeFlag;
        dictionaryAt = single ? 0 : 1;
        dictionaryLength = (1 << (descriptor & 3)) >> 1;
        blockHeaderAt = dictionaryAt + dictionaryLength + contentSize;
        isStreamed = !single && contentSize == 0;
        length = rest < 0 ? UNKNOWN : MAGIC.length + 1 + rest;
        checksum = (descriptor & FLAG_CHECKSUM) != 0 ? 4 : 0;
        want(blockHeaderAt + BLOCK_HEADER);
        return this;
    }

    @Override
    void header(ByteBuffer bytes) {
        if (blockHeaderAt > 0) {
            frame(bytes);
        }
        block(bytes.getShort(blockHeaderAt) & 0xffff | (bytes.get(blockHeaderAt + 2) & 0xff) << 16);
        dictionaryLength = 0;
        blockHeaderAt = 0;
    }

    private void frame(ByteBuffer bytes) {
        for (int i = 0; i < dictionaryLength; i++) {
            if (bytes.get(dictionaryAt + i) != 0) {
                partition().giveUp();
            }
        }
        boolean isLong = length > partition().longestPiece();
        if (isStreamed
                && (bytes.get(0) & 0xff) <= LARGEST_DIVIDED
                && partition().divides(PieceKind.ZSTD_STREAM)) {
            boolean isKnown = length != UNKNOWN && !isLong;
            partition().divide(PieceKind.ZSTD_STREAM, isKnown ? partition().longestPiece() : Partition.LONGEST_PART);
        } else if (isLong) {
            partition().giveUp();
        }
    }

    private void block(int header) {
        int size = header >>> 3;
        int type = header >>> 1 & 3;
        int length = type == TYPE_REPEATED ? 1 : size;
        if (type == TYPE_RESERVED || size > LARGEST_BLOCK) {
            partition().discard();
        } else if ((header & 1) != 0) {
            rest(PieceKind.ZSTD_FRAME, length + checksum);
        } else {
            skip(length);
            want(BLOCK_HEADER);
        }
    }
}
