package io.narrows.storage.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class DbStatisticsTest {
    private static final Offset<Double> EXACTLY = Offset.offset(1e-12);

    @Test
    void sums_areThoseOfFamiliesAndLevels() {
        LevelTally top = new LevelTally(0, Codec.LZ4);
        top.add("lz4", 1_000, 600);
        top.add("lz4", 1_000, 500);
        top.add("none", 100, 120);
        LevelTally bottom = new LevelTally(1, Codec.ZSTD);
        bottom.add("zstd", 10_000, 3_000);

        DbStatistics statistics = of(writes(0, 0), 0, 0, family(top, bottom), family(top));

        FamilyStatistics family = statistics.families().get(0);
        assertThat(family.levels().get(0).codecs())
                .containsExactly(new CodecStatistics("lz4", 2, 2_000, 1_100), new CodecStatistics("none", 1, 100, 120));
        assertThat(family.files()).isEqualTo(4);
        assertThat(statistics.logicalBytes()).isEqualTo(14_200);
        assertThat(statistics.storedBytes()).isEqualTo(5_440);
        assertThat(statistics.memtableBytes()).isEqualTo(2 * 64);
    }

    @Test
    void unmigratedBytes_areThoseOfFilesWithAnotherCodec() {
        LevelTally level = new LevelTally(0, Codec.ZSTD);
        level.add("snappy", 1_000, 600);
        level.add("none", 1_000, 1_000);
        level.add("zstd", 1_000, 300);

        assertThat(level.statistics().unmigratedBytes()).isEqualTo(1_600);
    }

    @Test
    void writeAmplification_isLogAndFlushesAndCompactionsByUserBytes() {
        assertThat(of(writes(1_000, 1_100), 700, 1_200).writeAmplification()).isEqualTo(3, EXACTLY);
    }

    @Test
    void writeAmplification_withoutWrites_isZero() {
        assertThat(of(writes(0, 0), 700, 1_200).writeAmplification()).isZero();
    }

    @Test
    void spaceSaved_isTheShareThatFilesDoNotTake() {
        LevelTally level = new LevelTally(0, Codec.LZ4);
        level.add("zstd", 1_000, 250);

        assertThat(of(writes(0, 0), 0, 0, family(level)).spaceSaved()).isEqualTo(0.75, EXACTLY);
    }

    @Test
    void spaceSaved_ofFilesThatGrew_isNegative() {
        LevelTally level = new LevelTally(0, Codec.LZ4);
        level.add("none", 1_000, 1_100);

        assertThat(of(writes(0, 0), 0, 0, family(level)).spaceSaved()).isEqualTo(-0.1, EXACTLY);
    }

    @Test
    void spaceSaved_withoutFiles_isZero() {
        assertThat(of(writes(0, 0), 0, 0).spaceSaved()).isZero();
    }

    private static WriteStatistics writes(long userBytes, long logBytes) {
        return new WriteStatistics(userBytes, logBytes, 0, 0, Map.of());
    }

    private static FamilyStatistics family(LevelTally... levels) {
        return new FamilyStatistics(
                "f", List.of(levels).stream().map(LevelTally::statistics).toList(), 64, 0, 0);
    }

    private static DbStatistics of(
            WriteStatistics writes, long flushedBytes, long compactedBytes, FamilyStatistics... families) {
        return new DbStatistics(
                List.of(families),
                writes,
                new FlushStatistics(1, flushedBytes, 0),
                IntStream.of(1, 2)
                        .mapToObj(level -> new CompactionStatistics(level, 1, 0, compactedBytes / 2, 0, 0))
                        .toList(),
                new CacheStatistics(0, 0, 0, 0),
                new BloomStatistics(0, 0, 0),
                0,
                0,
                0,
                0,
                false);
    }
}
