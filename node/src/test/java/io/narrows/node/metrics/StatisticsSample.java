package io.narrows.node.metrics;

import io.narrows.storage.db.BloomStatistics;
import io.narrows.storage.db.CacheStatistics;
import io.narrows.storage.db.CodecStatistics;
import io.narrows.storage.db.CompactionStatistics;
import io.narrows.storage.db.DbStatistics;
import io.narrows.storage.db.FamilyStatistics;
import io.narrows.storage.db.FlushStatistics;
import io.narrows.storage.db.LevelStatistics;
import io.narrows.storage.db.StallReason;
import io.narrows.storage.db.WriteStatistics;
import java.util.List;
import java.util.Map;

/** Statistics in which all numbers that could be confused are different. */
final class StatisticsSample {
    private StatisticsSample() {}

    static DbStatistics of(FamilyStatistics... families) {
        return new DbStatistics(
                List.of(families),
                new WriteStatistics(
                        1_000,
                        1_100,
                        7,
                        3,
                        Map.of(
                                StallReason.MEMTABLES, 1_500_000L,
                                StallReason.LEVEL0, 250_000L,
                                StallReason.PENDING_BYTES, 0L)),
                new FlushStatistics(4, 900, 2_000_000),
                List.of(
                        new CompactionStatistics(0, 0, 0, 0, 0, 0),
                        new CompactionStatistics(1, 5, 2_000, 1_500, 3_500_000, 60)),
                new CacheStatistics(80, 20, 4_096, 8_192),
                new BloomStatistics(300, 200, 10),
                2,
                12_345,
                6,
                9,
                false);
    }

    static FamilyStatistics family(String name, LevelStatistics... levels) {
        return new FamilyStatistics(name, List.of(levels), 65_536, 1, 777);
    }

    static LevelStatistics level(int level, CodecStatistics... codecs) {
        return new LevelStatistics(level, "zstd", List.of(codecs));
    }
}
