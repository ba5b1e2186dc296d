package io.narrows.storage.db;

import io.narrows.codec.Codecs;
import io.narrows.storage.version.Tables;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * How a database is opened. Immutable; begin with {@link #defaults}.
 *
 * @param createIfMissing whether a directory without a database gets one
 * @param createMissingFamilies whether the families of {@code families} that are not there are created
 * @param families options by family name; of a family that is there and not named they are {@code otherFamilies}
 * @param otherFamilies options of all families that are not named
 * @param blockCacheBytes of the cache that all families share
 * @param maxOpenFiles SST files that stay open with their indexes and filters while nobody reads them, at least 1, or -1 for
 *     all. The least used are closed; reads and iterators that use one keep it open
 * @param totalWalBytes bytes of all logs from which on the memtables that hold them back are flushed
 * @param backgroundJobs flushes and compactions at once, 1 to 64; with 1 there are two, a flush and a compaction
 * @param compressionThreads threads that compress beside those that flush and compact, shared by all, 0 to 64
 * @param walRecovery what to do with a damaged log
 * @param codecs what is there to compress with
 * @param listener who is told what the database does by itself
 */
public record DbOptions(
        boolean createIfMissing,
        boolean createMissingFamilies,
        Map<String, FamilyOptions> families,
        FamilyOptions otherFamilies,
        long blockCacheBytes,
        int maxOpenFiles,
        long totalWalBytes,
        int backgroundJobs,
        int compressionThreads,
        WalRecovery walRecovery,
        Codecs codecs,
        DbListener listener) {
    /** The most jobs and threads. */
    private static final int MAX_THREADS = 64;

    /** @throws IllegalArgumentException when a value is out of range; the message names it */
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

    /** What RocksDB does by default, but for a missing database, which is created. Loads the codecs. */
    public static DbOptions defaults() {
        return new DbOptions(
                true,
                false,
                Map.of(),
                FamilyOptions.DEFAULT,
                32L << 20,
                Tables.ALL,
                1L << 30,
                2,
                0,
                WalRecovery.REFUSE_DAMAGE,
                Codecs.load(),
                DbListener.NONE);
    }

    /** The options of a family. */
    public FamilyOptions of(String family) {
        return families.getOrDefault(family, otherFamilies);
    }

    public DbOptions withCreateIfMissing(boolean wanted) {
        return with(change -> change.createIfMissing = wanted);
    }

    /** Names a family, which is created if it is not there. */
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

    /** Options of all families that are not named. */
    public DbOptions withOtherFamilies(FamilyOptions options) {
        return with(change -> change.otherFamilies = options);
    }

    public DbOptions withBlockCacheBytes(long bytes) {
        return with(change -> change.blockCacheBytes = bytes);
    }

    public DbOptions withMaxOpenFiles(int files) {
        return with(change -> change.maxOpenFiles = files);
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

    /** A copy of options while some of them are changed. */
    private static final class Change {
        private boolean createIfMissing;
        private boolean createMissingFamilies;
        private Map<String, FamilyOptions> families;
        private FamilyOptions otherFamilies;
        private long blockCacheBytes;
        private int maxOpenFiles;
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
                    totalWalBytes,
                    backgroundJobs,
                    compressionThreads,
                    walRecovery,
                    codecs,
                    listener);
        }
    }
}
