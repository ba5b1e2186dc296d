package io.narrows.storage.db;

import io.narrows.codec.Codec;
import io.narrows.storage.sst.TableProperties;
import io.narrows.storage.sst.compress.CompressionType;
import java.util.SortedMap;
import java.util.TreeMap;

/** Accumulates the statistics of one level. Not thread-safe. */
final class LevelTally {
    private final int level;
    private final String wantedCodec;
    private final SortedMap<String, CodecStatistics> codecs = new TreeMap<>();

    /**
     * @param level 0 to 6
     * @param wantedCodec the codec of new files of the level, after replacing one that cannot be loaded
     */
    LevelTally(int level, Codec wantedCodec) {
        this.level = level;
        this.wantedCodec = CompressionType.of(wantedCodec).label();
    }

    /** @param storedBytes size of the file */
    void add(TableProperties file, long storedBytes) {
        add(file.codec(), file.rawKeySize() + file.rawValueSize(), storedBytes);
    }

    void add(String codec, long logicalBytes, long storedBytes) {
        codecs.merge(codec, new CodecStatistics(codec, 1, logicalBytes, storedBytes), LevelTally::sum);
    }

    LevelStatistics statistics() {
        return new LevelStatistics(level, wantedCodec, codecs.values().stream().toList());
    }

    private static CodecStatistics sum(CodecStatistics a, CodecStatistics b) {
        return new CodecStatistics(
                a.codec(),
                a.files() + b.files(),
                a.logicalBytes() + b.logicalBytes(),
                a.storedBytes() + b.storedBytes());
    }
}
