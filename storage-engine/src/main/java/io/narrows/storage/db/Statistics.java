package io.narrows.storage.db;

import io.narrows.codec.Codec;
import io.narrows.codec.Codecs;
import io.narrows.storage.compaction.CompressionLadder;
import io.narrows.storage.compaction.LevelTargets;
import io.narrows.storage.sst.BlockCache;
import io.narrows.storage.sst.FilterTally;
import io.narrows.storage.version.FileMetadata;
import io.narrows.storage.version.Tables;
import io.narrows.storage.version.Version;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Collects the state and the counters of a database. Opens all tables to read their properties. */
final class Statistics {
    private final Families families;
    private final Tables tables;
    private final Codecs codecs;
    private final BlockCache cache;
    private final FilterTally bloom;

    Statistics(Families families, Tables tables, Codecs codecs, BlockCache cache, FilterTally bloom) {
        this.families = families;
        this.tables = tables;
        this.codecs = codecs;
        this.cache = cache;
        this.bloom = bloom;
    }

    DbStatistics collect(Counters counters, int runningJobs, long sequence, int snapshots, boolean writesRefused)
            throws IOException {
        List<FamilyStatistics> all = new ArrayList<>();
        for (Family family : families.all()) {
            Optional<SuperVersion> view = family.tryRetain();
            if (view.isPresent()) {
                try {
                    all.add(of(family, view.get()));
                } finally {
                    view.get().release();
                }
            }
        }
        return new DbStatistics(
                all,
                counters.writes(),
                counters.flushes(),
                counters.compactions(),
                CacheStatistics.of(cache),
                BloomStatistics.of(bloom),
                runningJobs,
                sequence,
                snapshots,
                counters.backgroundErrors(),
                writesRefused);
    }

    private FamilyStatistics of(Family family, SuperVersion view) throws IOException {
        FamilyOptions options = family.options();
        Version version = view.version();
        LevelTargets targets = LevelTargets.of(version, options.levels());
        List<LevelStatistics> levels = new ArrayList<>();
        for (int level = 0; level < version.levels(); level++) {
            levels.add(of(version, level, wanted(options.ladder(), version, level, targets.baseLevel())));
        }
        long memory = view.active().table().memoryBytes();
        for (LiveMemtable memtable : view.sealed()) {
            memory += memtable.table().memoryBytes();
        }
        return new FamilyStatistics(
                family.handle().name(), levels, memory, view.sealed().size(), targets.pendingBytes());
    }

    private Codec wanted(CompressionLadder ladder, Version version, int level, int baseLevel) {
        return codecs.resolve(ladder.of(level, baseLevel, isBottommost(version, level)))
                .codec();
    }

    private static boolean isBottommost(Version version, int level) {
        for (int deeper = level + 1; deeper < version.levels(); deeper++) {
            if (!version.level(deeper).isEmpty()) {
                return false;
            }
        }
        return level > 0;
    }

    private LevelStatistics of(Version version, int level, Codec wanted) throws IOException {
        LevelTally tally = new LevelTally(level, wanted);
        for (FileMetadata file : version.level(level)) {
            tally.add(tables.properties(file), file.size());
        }
        return tally.statistics();
    }
}
