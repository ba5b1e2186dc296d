package io.narrows.config;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import java.util.List;
import java.util.Optional;

/**
 * Settings of the bundled store's storage engine.
 *
 * @param compression codecs of level 0, the base level, the next one and so on; the last one serves all deeper levels
 * @param bottommost codec of the last level that has data, if different
 * @param cache size of the block cache in bytes
 * @param writeBuffer size in bytes at which a memtable is flushed
 */
public record StoreEngine(List<CodecSpec> compression, Optional<CodecSpec> bottommost, long cache, long writeBuffer) {
    /** The engine's defaults. */
    public static final StoreEngine DEFAULT =
            new StoreEngine(List.of(CodecSpec.of(Codec.LZ4)), Optional.empty(), 32L << 20, 64L << 20);

    public StoreEngine {
        compression = List.copyOf(compression);
    }
}
