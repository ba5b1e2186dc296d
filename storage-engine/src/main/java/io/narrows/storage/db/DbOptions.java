package io.narrows.storage.db;

import io.narrows.codec.Codecs;
import io.narrows.storage.version.Tables;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Options of a database. Immutable; start with {@link #defaults}.
 *
 * @param createIfMissing whether to create a database in a directory that has none
 * @param createMissingFamilies whether to create the families in {@code families} that do not exist
 * @param families options by family name; other existing families use {@code otherFamilies}
 * @param otherFamilies options of all families not named in {@code families}
 * @param blockCacheBytes capacity of the cache that all families share
 * @param maxOpenFiles SST files that stay open with their indexes and filters while not in use, at least 1, or -1 for all.
 *     The least recently used are closed; reads and iterators keep the file that they use open
 * @param ownLog whether the database writes a log, see {@link #withOwnLog}
 * @param totalWalBytes total size of the logs beyond which the memtables that hold the old ones are flushed
 * @param backgroundJobs concurrent flushes and compactions, 1 to 64; even 1 allows one flush and one compaction at the
 *     same time
 * @param compressionThreads extra threads that compress blocks for all flushes and compactions, 0 to 64
 * @param walRecovery how to handle a damaged log
 * @param codecs the available codecs
 * @param listener receives events of background work
 */
public record DbOptions(
        boolean createIfMissing,
        boolean createMissingFamilies,
        Map<String, FamilyOptions> families,
        FamilyOptions otherFamilies,
        long blockCacheBytes,
        int maxOpenFiles,
        boolean ownLog,
        long totalWalBytes,
        int backgroundJobs,
        int compressionThreads,
        WalRecovery walRecovery,
        Codecs codecs,
        DbListener listener) {
    /** Upper limit of jobs and of threads. */
    private static final int MAX_THREADS = 64;

    /** @throws IllegalArgumentException if a value is out of range; the message names it */
    public DbOptions {
        families = Map.copyOf(families);
        Ranges.check("blockCacheBytes", blockCacheBytes, 0, Long.MAX_VALUE);
        if (maxOpenFiles < 1 && maxOpenFiles != Tables.ALL) {
            throw new IllegalArgumentException("maxOpenFiles " + maxOpenFiles + " (expected: at least 1, or -1)");
        }
        Ranges.check("totalWalBytes", totalWalBytes, 1 << 16, Long.MAX_VALUE);
        Ranges.check("backgroundJobs", backgroundJobs, 1, MAX_THREADS);
        Ranges.check("compressionThreads", compressionThreads, 0, MAX_THREADS);
    }

    /** Returns RocksDB's defaults, except that a missing database is created. Loads the codecs. */
    public static DbOptions defaults() {
        return new DbOptions(
                true,
                false,
                Map.of(),
                FamilyOptions.DEFAULT,
                32L << 20,
                Tables.ALL,
                true,
                1L << 30,
                2,
                0,
                WalRecovery.REFUSE_DAMAGE,
                Codecs.load(),
                DbListener.NONE);
    }

    /** Returns the options of a family. */
    public FamilyOptions of(String family) {
        return families.getOrDefault(family, otherFamilies);
    }

    public DbOptions withCreateIfMissing(boolean wanted) {
        return with(change -> change.createIfMissing = wanted);
    }

    /** Sets the options of a family, which is created if it does not exist. */
    public DbOptions withFamily(String name, FamilyOptions options) {
        Map<String, FamilyOptions> named = new TreeMap<>(families);
        named.put(name, options);
        return with(change -> {
            change.families = named;
            change.createMissingFamilies = true;
        });
    }

    public DbOptions withCreateMissingFamilies(boolean wanted) {
        return with(change -> change.createMissingFamilies = wanted);
    }

    /** Sets the options of all families not named. */
    public DbOptions withOtherFamilies(FamilyOptions options) {
        return with(change -> change.otherFamilies = options);
    }

    public DbOptions withBlockCacheBytes(long bytes) {
        return with(change -> change.blockCacheBytes = bytes);
    }

    public DbOptions withMaxOpenFiles(int files) {
        return with(change -> change.maxOpenFiles = files);
    }

    /**
     * Sets whether the database writes a log. Without one, a write survives a crash only once it is flushed, and all families
     * are flushed together: after a crash the database has the writes up to some point, in all families. This suits a database
     * whose writes are in another log, from which they can be repeated. Logs of earlier openings are still replayed.
     */
    public DbOptions withOwnLog(boolean wanted) {
        return with(change -> change.ownLog = wanted);
    }

    public DbOptions withTotalWalBytes(long bytes) {
        return with(change -> change.totalWalBytes = bytes);
    }

    public DbOptions withBackgroundJobs(int count) {
        return with(change -> change.backgroundJobs = count);
    }

    public DbOptions withCompressionThreads(int count) {
        return with(change -> change.compressionThreads = count);
    }

    public DbOptions withWalRecovery(WalRecovery recovery) {
        return with(change -> change.walRecovery = recovery);
    }

    public DbOptions withCodecs(Codecs loaded) {
        return with(change -> change.codecs = loaded);
    }

    public DbOptions withListener(DbListener told) {
        return with(change -> change.listener = told);
    }

    private DbOptions with(Consumer<Change> changes) {
        Change change = new Change(this);
        changes.accept(change);
        return change.options();
    }

    /** A mutable copy of options. */
    private static final class Change {
        private boolean createIfMissing;
        private boolean createMissingFamilies;
        private Map<String, FamilyOptions> families;
        private FamilyOptions otherFamilies;
        private long blockCacheBytes;
        private int maxOpenFiles;
        private boolean ownLog;
        private long totalWalBytes;
        private int backgroundJobs;
        private int compressionThreads;
        private WalRecovery walRecovery;
        private Codecs codecs;
        private DbListener listener;

        Change(DbOptions options) {
            createIfMissing = options.createIfMissing;
            createMissingFamilies = options.createMissingFamilies;
            families = options.families;
            otherFamilies = options.otherFamilies;
            blockCacheBytes = options.blockCacheBytes;
            maxOpenFiles = options.maxOpenFiles;
            ownLog = options.ownLog;
            totalWalBytes = options.totalWalBytes;
            backgroundJobs = options.backgroundJobs;
            compressionThreads = options.compressionThreads;
            walRecovery = options.walRecovery;
            codecs = options.codecs;
            listener = options.listener;
        }

        DbOptions options() {
            return new DbOptions(
                    createIfMissing,
                    createMissingFamilies,
                    families,
                    otherFamilies,
                    blockCacheBytes,
                    maxOpenFiles,
                    ownLog,
                    totalWalBytes,
                    backgroundJobs,
                    compressionThreads,
                    walRecovery,
                    codecs,
                    listener);
        }
    }
}
