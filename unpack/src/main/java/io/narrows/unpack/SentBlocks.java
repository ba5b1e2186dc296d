package io.narrows.unpack;

import io.narrows.unpack.find.FoundPiece;
import io.narrows.unpack.find.LinkedBlock;
import io.narrows.unpack.find.StreamedPart;
import org.jspecify.annotations.Nullable;

/**
 * The linked LZ4 blocks and the parts of streamed pieces that left unpacked. A sender may discard a piece that was unpacked too late; those
 * that refer to it must then go as they are, even if they are unpacked already. Not thread-safe.
 */
public final class SentBlocks {
    private @Nullable LinkedBlock last;
    private @Nullable StreamedPart lastPart;

    /** Returns whether the receiver can rebuild an unpacked piece, which is recorded as sent if so. To be called in order. */
    public boolean canSend(FoundPiece piece) {
        if (piece.part() != null) {
            return canSend(piece.part());
        }
        LinkedBlock block = piece.linked();
        if (block == null) {
            return true;
        }
        boolean can = block.index() == 0 || last != null && block.follows(last);
        last = can ? block : null;
        return can;
    }

    private boolean canSend(StreamedPart part) {
        boolean can = !part.continues() || lastPart != null && part.follows(lastPart);
        lastPart = can ? part : null;
        return can;
    }
}
