package io.narrows.unpack.recipe;

import io.narrows.unpack.PieceKind;
import io.narrows.unpack.Refusal;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Decompresses a piece in parts. Not thread-safe. */
public interface PartDecoder extends AutoCloseable {
    /**
     * Begins a piece. The caller closes the decoder.
     *
     * @param kind a kind of parts
     * @param packed little-endian; its remaining bytes are the first part. Its position is not changed
     * @param charge for the native memory, which is not given back by the decoder
     * @return null if the piece is damaged, or requests more memory than the pieces of all recipes
     * @throws NoWorkspaceMemoryException if there is not enough memory
     */
    static @Nullable PartDecoder begin(PieceKind kind, ByteBuffer packed, Charge charge) {
        return switch (kind) {
            case DEFLATE_STREAM -> DeflatePartDecoder.begin(charge);
            case ZSTD_STREAM -> ZstdPartDecoder.begin(packed, charge);
            case LZ4_BLOCK, LZ4_LINKED_BLOCK, SNAPPY_BLOCK, DEFLATE, ZSTD_FRAME ->
                throw new IllegalArgumentException(kind + " has no parts");
        };
    }

    /**
     * Decompresses a part.
     *
     * @param packed direct; its remaining bytes are the part
     * @param plain receives the plain bytes behind its position, which is advanced; it may be replaced by a larger buffer
     * @param most the most plain bytes of the part
     * @return the reason if the part is damaged or has more plain bytes, and cannot be continued; otherwise null
     */
    @Nullable
    Refusal decode(ByteBuffer packed, GrowingBuffer plain, int most);

    /** Returns whether the piece has ended. */
    boolean finished();

    /** Frees native memory. */
    @Override
    void close();
}
