package io.narrows.config;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import java.util.List;
import java.util.Optional;

/**
 * How the bundled store keeps its data on disk.
 *
 * @param compression codec of level 0, of the base level, of the next one and so on; the last one serves all deeper levels
 * @param bottommost codec of the last level that has data, if it has one of its own
 * @param cache bytes of blocks that are kept in memory
 * @param writeBuffer bytes of a memtable from which on it is flushed
 */
public record StoreEngine(List<CodecSpec> compression, Optional<CodecSpec> bottommost, long cache, long writeBuffer) {
    /** The engine's own. */
    public static final StoreEngine DEFAULT =
            new StoreEngine(List.of(CodecSpec.of(Codec.LZ4)), Optional.empty(), 32L << 20, 64L << 20);

    public StoreEngine {
        compression = List.copyOf(compression);
    }
}
