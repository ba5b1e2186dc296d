package io.narrows.unpack.recipe;

import io.narrows.unpack.PieceLimits;
import io.narrows.unpack.Refusal;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Decompresses pieces of one kind. */
interface PieceDecoder {
    /**
     * Decompresses a whole piece into the workspace's {@link Workspace#plain}, which it leaves with the plain bytes remaining.
     *
     * @param packed a direct little-endian buffer whose remaining bytes are the piece; its position is not changed
     * @return the reason if the piece cannot be decompressed within the limits, otherwise null
     */
    @Nullable
    Refusal decode(ByteBuffer packed, PieceLimits limits, Workspace workspace);
}
