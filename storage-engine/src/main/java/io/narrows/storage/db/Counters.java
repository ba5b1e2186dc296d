package io.narrows.storage.db;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;

/** Counters of a database since it was opened. Thread-safe and lock-free. */
final class Counters {
    private final LongAdder userBytes = new LongAdder();
    private final LongAdder logBytes = new LongAdder();
    private final LongAdder logSyncs = new LongAdder();
    private final LongAdder slowdowns = new LongAdder();
    private final Map<StallReason, LongAdder> stallMicros = new EnumMap<>(StallReason.class);
    private final LongAdder flushes = new LongAdder();
    private final LongAdder flushedBytes = new LongAdder();
    private final LongAdder flushMicros = new LongAdder();
    private final List<LevelCounters> compactions;
    private final LongAdder backgroundErrors = new LongAdder();

    /** @param levels number of levels of each family */
    Counters(int levels) {
        for (StallReason reason : StallReason.values()) {
            stallMicros.put(reason, new LongAdder());
        }
        this.compactions =
                IntStream.range(0, levels).mapToObj(LevelCounters::new).toList();
    }

    /** @param bytes size of a batch */
    void written(long bytes) {
        userBytes.add(bytes);
    }

    /** @param bytes added to the log, headers included */
    void logged(long bytes) {
        logBytes.add(bytes);
    }

    void logSynced() {
        logSyncs.increment();
    }

    /** Counts a write that waited until there was room. */
    void stalled(StallReason reason, long micros) {
        Objects.requireNonNull(stallMicros.get(reason)).add(micros);
    }

    /** Counts a write that was delayed briefly to avoid a stall. */
    void slowedDown(StallReason reason, long micros) {
        slowdowns.increment();
        stalled(reason, micros);
    }

    /** @param bytes size of the new file, 0 if the flush made none */
    void flushed(long bytes, long micros) {
        flushes.increment();
        flushedBytes.add(bytes);
        flushMicros.add(micros);
    }

    /** Counts a compaction that rewrote entries; moving a file is not counted. */
    void compacted(int outputLevel, long bytesRead, long bytesWritten, long entriesDropped, long micros) {
        compactions.get(outputLevel).add(bytesRead, bytesWritten, entriesDropped, micros);
    }

    void failedInBackground() {
        backgroundErrors.increment();
    }

    WriteStatistics writes() {
        Map<StallReason, Long> stalls = new EnumMap<>(StallReason.class);
        stallMicros.forEach((reason, micros) -> stalls.put(reason, micros.sum()));
        return new WriteStatistics(userBytes.sum(), logBytes.sum(), logSyncs.sum(), slowdowns.sum(), stalls);
    }

    FlushStatistics flushes() {
        return new FlushStatistics(flushes.sum(), flushedBytes.sum(), flushMicros.sum());
    }

    /** Returns the statistics of all levels, level 0 first. */
    List<CompactionStatistics> compactions() {
        return compactions.stream().map(LevelCounters::statistics).toList();
    }

    long backgroundErrors() {
        return backgroundErrors.sum();
    }

    private static final class LevelCounters {
        private final int level;
        private final LongAdder compactions = new LongAdder();
        private final LongAdder bytesRead = new LongAdder();
        private final LongAdder bytesWritten = new LongAdder();
        private final LongAdder micros = new LongAdder();
        private final LongAdder entriesDropped = new LongAdder();

        LevelCounters(int level) {
            this.level = level;
        }

        void add(long read, long written, long dropped, long took) {
            compactions.increment();
            bytesRead.add(read);
            bytesWritten.add(written);
            entriesDropped.add(dropped);
            micros.add(took);
        }

        CompactionStatistics statistics() {
            return new CompactionStatistics(
                    level, compactions.sum(), bytesRead.sum(), bytesWritten.sum(), micros.sum(), entriesDropped.sum());
        }
    }
}
