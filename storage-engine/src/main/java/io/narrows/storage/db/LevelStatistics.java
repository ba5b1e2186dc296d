package io.narrows.storage.db;

import java.util.List;
import java.util.function.ToLongFunction;

/**
 * The files of one level.
 *
 * @param level 0 to 6
 * @param wantedCodec what a file that is made for this level now is compressed by, a label as {@link CodecStatistics#codec}
 * @param codecs by name in ascending order, only those that have files
 */
public record LevelStatistics(int level, String wantedCodec, List<CodecStatistics> codecs) {
    public LevelStatistics {
        codecs = List.copyOf(codecs);
    }

    public long files() {
        return sum(CodecStatistics::files);
    }

    /** Bytes of keys and values as they were given. */
    public long logicalBytes() {
        return sum(CodecStatistics::logicalBytes);
    }

    /** Bytes of the files. */
    public long storedBytes() {
        return sum(CodecStatistics::storedBytes);
    }

    /**
     * Bytes of the files with another codec than the wanted one, which compaction has still to rewrite. Files that list the
     * types of their blocks (format version 7) and have none that shrank are among them for good.
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
