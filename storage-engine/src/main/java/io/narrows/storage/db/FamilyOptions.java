package io.narrows.storage.db;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.storage.compaction.CompactionFilterFactory;
import io.narrows.storage.compaction.CompressionLadder;
import io.narrows.storage.compaction.LevelOptions;
import io.narrows.storage.sst.TableOptions;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Options of a column family. Immutable; start with {@link #DEFAULT}.
 *
 * @param table options of its table files, except for compression
 * @param compressionPerLevel codec of level 0, of the base level, of the next one and so on; the last entry covers all
 *     deeper levels
 * @param bottommostCompression separate codec of the last level that has data, if any
 * @param writeBufferSize size in bytes at which a memtable is flushed, 64 KiB to 16 GiB
 * @param maxWriteBuffers number of memtables, the active one included, at which writes wait for a flush; 2 to 1,024
 * @param levels when and into which levels to compact
 * @param level0SlowdownFiles number of level 0 files at which writes slow down; at least the number that triggers a compaction
 * @param level0StopFiles number of level 0 files at which writes wait; at least {@code level0SlowdownFiles}
 * @param softPendingBytes bytes pending compaction at which writes slow down; at least 1
 * @param hardPendingBytes bytes pending compaction at which writes wait; at least {@code softPendingBytes}
 * @param compactionFilter creates filters for all flushes and compactions, if any; called by several threads at once
 * @param migrate whether to use idle time for rewriting files whose codec differs from the current codec of their level
 */
public record FamilyOptions(
        TableOptions table,
        List<CodecSpec> compressionPerLevel,
        Optional<CodecSpec> bottommostCompression,
        long writeBufferSize,
        int maxWriteBuffers,
        LevelOptions levels,
        int level0SlowdownFiles,
        int level0StopFiles,
        long softPendingBytes,
        long hardPendingBytes,
        Optional<CompactionFilterFactory> compactionFilter,
        boolean migrate) {
    /** RocksDB's defaults, with LZ4 on every level. */
    public static final FamilyOptions DEFAULT = new FamilyOptions(
            TableOptions.DEFAULT,
            List.of(CodecSpec.of(Codec.LZ4)),
            Optional.empty(),
            64L << 20,
            2,
            LevelOptions.DEFAULT,
            20,
            36,
            64L << 30,
            256L << 30,
            Optional.empty(),
            false);

    private static final long MIN_WRITE_BUFFER = 64L << 10;
    private static final long MAX_WRITE_BUFFER = 16L << 30;

    /** @throws IllegalArgumentException if a value is out of range or conflicts with another; the message names it */
    public FamilyOptions {
        compressionPerLevel = List.copyOf(compressionPerLevel);
        if (compressionPerLevel.isEmpty()) {
            throw new IllegalArgumentException("compressionPerLevel is empty (expected: at least one codec)");
        }
        if (table.ingestion()) {
            throw new IllegalArgumentException("table.ingestion is true (expected: false for files of a database)");
        }
        Ranges.check("writeBufferSize", writeBufferSize, MIN_WRITE_BUFFER, MAX_WRITE_BUFFER);
        Ranges.check("maxWriteBuffers", maxWriteBuffers, 2, 1 << 10);
        Ranges.check(
                "level0SlowdownFiles", level0SlowdownFiles, levels.level0FileNumCompactionTrigger(), Integer.MAX_VALUE);
        Ranges.check("level0StopFiles", level0StopFiles, level0SlowdownFiles, Integer.MAX_VALUE);
        Ranges.check("softPendingBytes", softPendingBytes, 1, Long.MAX_VALUE);
        Ranges.check("hardPendingBytes", hardPendingBytes, softPendingBytes, Long.MAX_VALUE);
    }

    /** Returns the codecs by level. */
    CompressionLadder ladder() {
        return new CompressionLadder(compressionPerLevel, bottommostCompression);
    }

    public FamilyOptions withTable(TableOptions options) {
        return with(change -> change.table = options);
    }

    /** Sets one codec for all levels. */
    public FamilyOptions withCompression(CodecSpec spec) {
        return withCompressionPerLevel(List.of(spec));
    }

    public FamilyOptions withCompressionPerLevel(List<CodecSpec> specs) {
        return with(change -> change.compressionPerLevel = specs);
    }

    public FamilyOptions withBottommostCompression(CodecSpec spec) {
        return with(change -> change.bottommostCompression = Optional.of(spec));
    }

    public FamilyOptions withWriteBufferSize(long bytes) {
        return with(change -> change.writeBufferSize = bytes);
    }

    public FamilyOptions withMaxWriteBuffers(int count) {
        return with(change -> change.maxWriteBuffers = count);
    }

    public FamilyOptions withLevels(LevelOptions options) {
        return with(change -> change.levels = options);
    }

    /** Sets the numbers of level 0 files at which writes slow down and at which they wait. */
    public FamilyOptions withLevel0Limits(int slowdown, int stop) {
        return with(change -> {
            change.level0SlowdownFiles = slowdown;
            change.level0StopFiles = stop;
        });
    }

    /** Sets the bytes pending compaction at which writes slow down and at which they wait. */
    public FamilyOptions withPendingLimits(long soft, long hard) {
        return with(change -> {
            change.softPendingBytes = soft;
            change.hardPendingBytes = hard;
        });
    }

    /**
     * Sets the factory of the filters that decide which values flushes and compactions drop. The database calls it from its
     * background threads and from those that flush or compact by request, several at once, and does not close it. Each
     * filter is used by one thread. A filter or factory that throws fails its flush or compaction, and stops writes until {@link
     * Db#resume}.
     */
    public FamilyOptions withCompactionFilter(CompactionFilterFactory factory) {
        return with(change -> change.compactionFilter = Optional.of(factory));
    }

    public FamilyOptions withMigrate(boolean wanted) {
        return with(change -> change.migrate = wanted);
    }

    private FamilyOptions with(Consumer<Change> changes) {
        Change change = new Change(this);
        changes.accept(change);
        return change.options();
    }

    /** A mutable copy of options. */
    private static final class Change {
        private TableOptions table;
        private List<CodecSpec> compressionPerLevel;
        private Optional<CodecSpec> bottommostCompression;
        private long writeBufferSize;
        private int maxWriteBuffers;
        private LevelOptions levels;
        private int level0SlowdownFiles;
        private int level0StopFiles;
        private long softPendingBytes;
        private long hardPendingBytes;
        private Optional<CompactionFilterFactory> compactionFilter;
        private boolean migrate;

        Change(FamilyOptions options) {
            table = options.table;
            compressionPerLevel = options.compressionPerLevel;
            bottommostCompression = options.bottommostCompression;
            writeBufferSize = options.writeBufferSize;
            maxWriteBuffers = options.maxWriteBuffers;
            levels = options.levels;
            level0SlowdownFiles = options.level0SlowdownFiles;
            level0StopFiles = options.level0StopFiles;
            softPendingBytes = options.softPendingBytes;
            hardPendingBytes = options.hardPendingBytes;
            compactionFilter = options.compactionFilter;
            migrate = options.migrate;
        }

        FamilyOptions options() {
            return new FamilyOptions(
                    table,
                    compressionPerLevel,
                    bottommostCompression,
                    writeBufferSize,
                    maxWriteBuffers,
                    levels,
                    level0SlowdownFiles,
                    level0StopFiles,
                    softPendingBytes,
                    hardPendingBytes,
                    compactionFilter,
                    migrate);
        }
    }
}
