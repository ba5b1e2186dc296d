package io.narrows.storage.db;

import java.util.List;
import java.util.function.ToLongFunction;

/**
 * The files of one level.
 *
 * @param level 0 to 6
 * @param wantedCodec current codec for new files of this level, a label as in {@link CodecStatistics#codec}
 * @param codecs codecs that have files, by name in ascending order
 */
public record LevelStatistics(int level, String wantedCodec, List<CodecStatistics> codecs) {
    public LevelStatistics {
        codecs = List.copyOf(codecs);
    }

    public long files() {
        return sum(CodecStatistics::files);
    }

    /** Returns the uncompressed size of keys and values in bytes. */
    public long logicalBytes() {
        return sum(CodecStatistics::logicalBytes);
    }

    /** Returns the size of the files in bytes. */
    public long storedBytes() {
        return sum(CodecStatistics::storedBytes);
    }

    /**
     * Returns the size of the files whose codec is not the wanted one, which compaction has yet to rewrite. Files that list
     * the types of their blocks (format version 7) and contain no compressed block always count.
     */
    public long unmigratedBytes() {
        return codecs.stream()
                .filter(codec -> !codec.codec().equals(wantedCodec))
                .mapToLong(CodecStatistics::storedBytes)
                .sum();
    }

    private long sum(ToLongFunction<CodecStatistics> part) {
        return codecs.stream().mapToLong(part).sum();
    }
}
