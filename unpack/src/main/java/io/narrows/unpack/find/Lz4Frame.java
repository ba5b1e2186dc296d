package io.narrows.unpack.find;

import io.narrows.unpack.PieceKind;
import java.nio.ByteBuffer;

/**
 * An LZ4 frame (lz4_Frame_format.md of the reference implementation). Each compressed block is a piece, and each stored block of a
 * frame with linked blocks.
 *
 * <pre>
 *  0       4     5    6                14            18
 * +-------+-----+----+----------------+-------------+-----------------+--------+-----+-----------+--------------------+
 * | magic | FLG | BD | [content size] | [dictionary]| header checksum | blocks | ... | 0 (u32)   | [content checksum] |
 * +-------+-----+----+----------------+-------------+-----------------+--------+-----+-----------+--------------------+
 * block:  size (u32, the highest bit: stored), data, [checksum (u32)]
 * FLG:    7..6 version 1, 5 independent blocks, 4 block checksums, 3 content size, 2 content checksum, 0 dictionary
 * BD:     6..4 maximum size of a block's content: 4 64 KiB, 5 256 KiB, 6 1 MiB, 7 4 MiB
 * </pre>
 *
 * <p>Not pieces are stored blocks that are independent, and blocks that may refer to a dictionary. If linked blocks are not
 * wanted, only the first block of their frame is a piece, which has nothing to refer to.
 */
final class Lz4Frame extends Format {
    static final int FLAGS = 4;
    static final int BLOCK_DESCRIPTOR = 5;

    private static final int FLAG_INDEPENDENT = 0x20;
    private static final int FLAG_BLOCK_CHECKSUM = 0x10;
    private static final int FLAG_CONTENT_SIZE = 0x08;
    private static final int FLAG_CONTENT_CHECKSUM = 0x04;
    private static final int FLAG_RESERVED = 0x02;
    private static final int FLAG_DICTIONARY = 0x01;
    private static final int HEADER_CHECKSUM = 1;
    private static final int STORED = 1 << 31;

    private final boolean linkedBlocks;
    private boolean independent;
    private boolean dictionary;
    private int blockChecksum;
    private int contentChecksum;
    private int largestBlock;
    private long blocks;
    private Object frame = this;

    /** @param linkedBlocks whether linked blocks are pieces */
    Lz4Frame(Partition partition, boolean linkedBlocks) {
        super(partition);
        this.linkedBlocks = linkedBlocks;
    }

    /** Returns whether bytes 4 and 5 of a frame are valid, as far as they can be checked alone. */
    static boolean valid(int flags, int descriptor) {
        return flags >> 6 == 1 && (flags & FLAG_RESERVED) == 0 && (descriptor & 0x8f) == 0 && descriptor >> 4 >= 4;
    }

    /** Begins a frame after its sixth byte. */
    Lz4Frame begin(int flags, int descriptor) {
        independent = (flags & FLAG_INDEPENDENT) != 0;
        dictionary = (flags & FLAG_DICTIONARY) != 0;
        blockChecksum = (flags & FLAG_BLOCK_CHECKSUM) != 0 ? 4 : 0;
        contentChecksum = (flags & FLAG_CONTENT_CHECKSUM) != 0 ? 4 : 0;
        largestBlock = 1 << 8 + 2 * (descriptor >> 4);
        blocks = 0;
        frame = new Object();
        int contentSize = (flags & FLAG_CONTENT_SIZE) != 0 ? 8 : 0;
        skip(contentSize + (dictionary ? 4 : 0) + HEADER_CHECKSUM);
        want(4);
        return this;
    }

    @Override
    void header(ByteBuffer bytes) {
        int word = bytes.getInt(blocks == 0 ? 0 : blockChecksum);
        int size = word & ~STORED;
        if (word == 0) {
            skip(contentChecksum);
        } else if (size > 0 && size <= largestBlock) {
            block(size, word < 0);
            blocks++;
            want(blockChecksum + 4);
        }
    }

    private void block(int size, boolean isStored) {
        if (dictionary) {
            skip(size);
        } else if (!independent && linkedBlocks) {
            linkedBlock(new LinkedBlock(frame, blocks, isStored), size);
        } else if (isStored || !independent && blocks > 0) {
            skip(size);
        } else {
            piece(PieceKind.LZ4_BLOCK, size);
        }
    }
}
