package io.narrows.unpack.find;

/**
 * The place of a block in an LZ4 frame whose blocks refer to earlier ones.
 *
 * @param frame the frame: the same object for its blocks, and a different one for those of other frames
 * @param index number of blocks before it in the frame
 * @param isStored whether the block is its content, not compressed
 */
public record LinkedBlock(Object frame, long index, boolean isStored) {
    /** Returns whether this block comes immediately behind another one in the same frame. */
    public boolean follows(LinkedBlock other) {
        return frame == other.frame && index == other.index + 1;
    }
}
