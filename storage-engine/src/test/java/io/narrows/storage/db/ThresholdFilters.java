package io.narrows.storage.db;

import io.narrows.storage.EntryType;
import io.narrows.storage.Slice;
import io.narrows.storage.compaction.CompactionFilter;
import io.narrows.storage.compaction.CompactionFilterFactory;
import io.narrows.storage.compaction.OtherEntries;
import io.narrows.storage.compaction.PropertiesCollector;
import io.narrows.storage.sst.TableProperties;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/**
 * Filters that drop values, decimal numbers, below a threshold. Each file records its highest value, the threshold when it was
 * written, and the newest snapshot that protected values then. A file is worth a compaction if all its values are dropped.
 */
final class ThresholdFilters implements CompactionFilterFactory {
    private static final String HIGHEST = "test.highest";
    private static final String FILTERED = "test.filtered";
    private static final String PROTECTED = "test.protected";

    private record Threshold(long value, long sequence) {}

    private final CompactionFilter.Decision decision;
    private volatile Threshold threshold = new Threshold(0, 0);
    private volatile CountDownLatch next = new CountDownLatch(1);

    ThresholdFilters(CompactionFilter.Decision decision) {
        this.decision = decision;
    }

    /** Drops values below a threshold, which readers of the database no longer need from now on. */
    void dropBelow(long value, Db db) {
        try (Snapshot now = db.snapshot()) {
            threshold = new Threshold(value, now.sequence());
        }
    }

    /** Returns a latch that opens when the next filter is created. */
    CountDownLatch awaitNext() {
        CountDownLatch latch = new CountDownLatch(1);
        next = latch;
        return latch;
    }

    static long number(Slice value) {
        return Long.parseLong(new String(value.toByteArray(), java.nio.charset.StandardCharsets.US_ASCII));
    }

    @Override
    public CompactionFilter filter(List<TableProperties> inputs, OtherEntries others) {
        Threshold now = threshold;
        next.countDown();
        return new CompactionFilter() {
            @Override
            public Decision decide(Slice userKey, Slice value) {
                return number(value) < now.value() ? decision : Decision.KEEP;
            }

            @Override
            public long sequence() {
                return now.sequence();
            }

            @Override
            public PropertiesCollector collector(long newestProtected) {
                return new Highest(now.value(), Math.max(0, newestProtected));
            }
        };
    }

    @Override
    public long sequence() {
        return threshold.sequence();
    }

    @Override
    public boolean shrinks(TableProperties file, long newestProtected) {
        long now = threshold.value();
        boolean dropsMore = now > file.number(FILTERED).orElse(0)
                || file.number(PROTECTED).orElse(0) > Math.max(0, newestProtected);
        return dropsMore && now > file.number(HIGHEST).orElse(Long.MAX_VALUE);
    }

    @Override
    public boolean supersedes(TableProperties file) {
        return false;
    }

    private static final class Highest implements PropertiesCollector {
        private final long filtered;
        private final long newestProtected;
        private long highest;

        Highest(long filtered, long newestProtected) {
            this.filtered = filtered;
            this.newestProtected = newestProtected;
        }

        @Override
        public void add(Slice userKey, long sequence, EntryType type, Slice value) {
            if (type == EntryType.PUT) {
                highest = Math.max(highest, number(value));
            }
        }

        @Override
        public Map<String, Long> finish() {
            return Map.of(HIGHEST, highest, FILTERED, filtered, PROTECTED, newestProtected);
        }
    }
}
