package io.narrows.storage.compaction;

import io.narrows.codec.CodecSpec;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Which codec the files of a level are written with: RocksDB's {@code compression_per_level} with dynamic levels. The first
 * entry is for level 0, the second for the base level, wherever that is, and so on; the last one serves all deeper levels.
 *
 * @param perLevel at least one
 * @param bottommost in place of all these for the last level that has files
 */
public record CompressionLadder(List<CodecSpec> perLevel, Optional<CodecSpec> bottommost) {
    /** @throws IllegalArgumentException when it has no entry */
    public CompressionLadder {
        perLevel = List.copyOf(perLevel);
        Objects.requireNonNull(bottommost, "bottommost");
        if (perLevel.isEmpty()) {
            throw new IllegalArgumentException(
                    "compression_per_level is empty (expected: at least the codec of level 0)");
        }
    }

    /** One codec for all levels. */
    public static CompressionLadder of(CodecSpec spec) {
        return new CompressionLadder(List.of(spec), Optional.empty());
    }

    /**
     * The codec of a level.
     *
     * @param bottommostLevel whether no level below has files
     */
    public CodecSpec of(int level, int baseLevel, boolean bottommostLevel) {
        if (bottommostLevel && bottommost.isPresent()) {
            return bottommost.get();
        }
        int step = level == 0 ? 0 : Math.max(0, level - baseLevel + 1);
        return perLevel.get(Math.min(step, perLevel.size() - 1));
    }

    /** The codec of what is flushed. It is the one of level 0 even while no other level has files, as in RocksDB. */
    public CodecSpec ofFlush() {
        return perLevel.get(0);
    }
}
