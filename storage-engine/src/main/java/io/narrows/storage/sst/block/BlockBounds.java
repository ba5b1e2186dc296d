package io.narrows.storage.sst.block;

import io.narrows.storage.Slice;

/** The position of the entries within a block. */
public final class BlockBounds {
    private BlockBounds() {}

    /**
     * Returns the array index after the last entry; the first one is at the start of the block.
     *
     * @throws MalformedBlockException if the end of the block is invalid
     */
    public static int entriesEnd(Slice block) throws MalformedBlockException {
        return BlockLayout.parse(block.array(), block.offset(), block.length()).entriesEnd();
    }
}
