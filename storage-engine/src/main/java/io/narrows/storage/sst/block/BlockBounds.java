package io.narrows.storage.sst.block;

import io.narrows.storage.Slice;

/** Where in a block its entries are. */
public final class BlockBounds {
    private BlockBounds() {}

    /**
     * The index in the array of one past the last entry; the first begins with the block.
     *
     * @throws MalformedBlockException when the end of the block is not that of a block
     */
    public static int entriesEnd(Slice block) throws MalformedBlockException {
        return BlockLayout.parse(block.array(), block.offset(), block.length()).entriesEnd();
    }
}
