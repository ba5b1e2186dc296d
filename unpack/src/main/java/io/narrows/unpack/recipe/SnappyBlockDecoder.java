package io.narrows.unpack.recipe;

import io.narrows.codec.Varint;
import io.narrows.unpack.PieceLimits;
import io.narrows.unpack.Refusal;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.xerial.snappy.Snappy;

/** Decompresses a raw Snappy block. */
final class SnappyBlockDecoder implements PieceDecoder {
    @Override
    public @Nullable Refusal decode(ByteBuffer packed, PieceLimits limits, Workspace workspace) {
        try {
            int length = Varint.get(packed.duplicate());
            Refusal refusal = limits.refusal(length, packed.remaining());
            if (refusal != null) {
                return refusal;
            }
            // The native decoder writes as many bytes as the block declares, whatever the limit of the buffer.
            ByteBuffer plain = workspace.plain().cleared(length);
            int written = Snappy.uncompress(packed.duplicate(), plain.duplicate());
            plain.limit(length);
            return written == length ? null : Refusal.MALFORMED;
        } catch (IOException damaged) {
            return Refusal.MALFORMED;
        }
    }
}
