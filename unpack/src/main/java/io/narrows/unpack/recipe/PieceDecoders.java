package io.narrows.unpack.recipe;

import io.narrows.unpack.PieceKind;
import io.narrows.unpack.PieceLimits;
import io.narrows.unpack.Refusal;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Decompresses pieces of all kinds. Safe for use by many threads. */
public final class PieceDecoders {
    private final Map<PieceKind, PieceDecoder> decoders = new EnumMap<>(PieceKind.class);

    /** @param kinds those whose libraries work here */
    public PieceDecoders(Set<PieceKind> kinds) {
        kinds.forEach(kind -> decoders.put(kind, decoder(kind)));
    }

    static PieceDecoder decoder(PieceKind kind) {
        return switch (kind) {
            case LZ4_BLOCK -> new Lz4BlockDecoder();
            case LZ4_LINKED_BLOCK -> new Lz4LinkedDecoder();
            case SNAPPY_BLOCK -> new SnappyBlockDecoder();
            case DEFLATE, DEFLATE_STREAM -> new DeflateStreamDecoder();
            case ZSTD_FRAME, ZSTD_STREAM -> new ZstdFrameDecoder();
        };
    }

    /**
     * Decompresses a whole piece into the workspace's {@link Workspace#plain}. Allocates no more than the limits allow.
     *
     * @param kind one of those of this object
     * @param packed a direct little-endian buffer whose remaining bytes are the piece; its position is not changed
     * @return the reason if the piece cannot be decompressed within the limits, otherwise null
     */
    public @Nullable Refusal decode(PieceKind kind, ByteBuffer packed, PieceLimits limits, Workspace workspace) {
        return Objects.requireNonNull(decoders.get(kind)).decode(packed, limits, workspace);
    }
}
