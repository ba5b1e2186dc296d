package io.narrows.unpack.find;

import io.narrows.unpack.PieceKind;
import java.nio.ByteBuffer;

/**
 * A format of several raw Snappy blocks, each behind a header with its length. Neither of Snappy's formats has an end mark,
 * so the first bytes of each block are checked: what follows the last one should not wait for a block that is none.
 */
abstract class SnappyBlocks extends Format {
    private final int headerLength;
    private int block;

    /** @param headerLength length of the header of each block, in bytes */
    SnappyBlocks(Partition partition, int headerLength) {
        super(partition);
        this.headerLength = headerLength;
    }

    /** Interprets a header, and declares a {@link #block}, a {@link #stored} block or neither. */
    abstract void blockHeader(ByteBuffer bytes);

    /** Declares a compressed block. */
    final void block(int length) {
        if (length < PieceKind.SNAPPY_BLOCK.shortest() || length > partition().longestPiece()) {
            stored(length);
        } else {
            partition().open();
            block = length;
            want(SnappyBlock.BEGINNING);
        }
    }

    /** Declares bytes that are not compressed, before the next header. */
    final void stored(int length) {
        skip(length);
        want(headerLength);
    }

    @Override
    final void header(ByteBuffer bytes) {
        if (block == 0) {
            blockHeader(bytes);
        } else {
            int length = block;
            block = 0;
            if (SnappyBlock.plausible(bytes, length)) {
                rest(PieceKind.SNAPPY_BLOCK, length - SnappyBlock.BEGINNING);
                want(headerLength);
            }
        }
    }

    @Override
    public void abandon() {
        block = 0;
        super.abandon();
    }
}
