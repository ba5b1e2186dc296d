package io.narrows.storage.compaction;

import io.narrows.codec.CodecSpec;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The codecs of the levels: RocksDB's {@code compression_per_level} with dynamic levels. The first entry is for level 0, the
 * second for the base level, wherever that is, and so on; the last one covers all deeper levels.
 *
 * @param perLevel at least one codec
 * @param bottommost replaces these for the last level that has files
 */
public record CompressionLadder(List<CodecSpec> perLevel, Optional<CodecSpec> bottommost) {
    /** @throws IllegalArgumentException if {@code perLevel} is empty */
    public CompressionLadder {
        perLevel = List.copyOf(perLevel);
        Objects.requireNonNull(bottommost, "bottommost");
        if (perLevel.isEmpty()) {
            throw new IllegalArgumentException(
                    "compression_per_level is empty (expected: at least the codec of level 0)");
        }
    }

    /** Returns a ladder with one codec for all levels. */
    public static CompressionLadder of(CodecSpec spec) {
        return new CompressionLadder(List.of(spec), Optional.empty());
    }

    /**
     * Returns the codec of a level.
     *
     * @param bottommostLevel whether no lower level has files
     */
    public CodecSpec of(int level, int baseLevel, boolean bottommostLevel) {
        if (bottommostLevel && bottommost.isPresent()) {
            return bottommost.get();
        }
        int step = level == 0 ? 0 : Math.max(0, level - baseLevel + 1);
        return perLevel.get(Math.min(step, perLevel.size() - 1));
    }

    /** Returns the codec of flushed files: that of level 0 even if no other level has files, as in RocksDB. */
    public CodecSpec ofFlush() {
        return perLevel.get(0);
    }
}
