package io.narrows.unpack;

import io.narrows.unpack.find.FoundPiece;
import io.narrows.unpack.find.LinkedBlock;
import io.narrows.unpack.recipe.Lz4History;
import io.narrows.unpack.recipe.Workspace;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The linked LZ4 blocks of one direction, as far as they are unpacked. A block needs the history of its frame on both ends, so that the
 * first one in a frame that goes as it is ends the unpacking of that frame. One thread uses it at a time, except {@link #markLost}.
 */
final class LinkedBlocks {
    private final Lz4History history = new Lz4History();

    /** The last block in the history; null if it has none. */
    private @Nullable LinkedBlock last;

    /** The frame of a block that was unpacked, but not sent. */
    private volatile @Nullable Object lostFrame;

    /** Returns whether both ends have the history of a block. */
    boolean canRebuild(FoundPiece piece) {
        LinkedBlock block = piece.linked();
        return block == null || block.index() == 0 || block.frame() != lostFrame && follows(block);
    }

    private boolean follows(LinkedBlock block) {
        return last != null && block.follows(last);
    }

    /** Returns the history for a block. A block whose place is unknown refers to no other one. */
    Lz4History begin(FoundPiece piece) {
        LinkedBlock block = piece.linked();
        history.begin(block != null && block.index() > 0, block != null && block.isStored());
        return history;
    }

    /** Adds a block to the history. */
    void append(FoundPiece piece, ByteBuffer plain, int settings, Workspace workspace) {
        history.append(plain, settings, workspace);
        last = piece.linked();
    }

    /** Records that a block goes as it is. */
    void refused() {
        last = null;
    }

    /** Records that a block was unpacked, but goes as it is. Safe from any thread. */
    void markLost(LinkedBlock block) {
        lostFrame = block.frame();
    }
}
