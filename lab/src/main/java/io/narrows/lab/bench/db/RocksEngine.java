package io.narrows.lab.bench.db;

import java.io.IOException;
import java.nio.file.Path;
import org.rocksdb.CompactRangeOptions;
import org.rocksdb.CompactRangeOptions.BottommostLevelCompaction;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;

/** RocksDB through its own Java API. Requires its jar on the class path. */
final class RocksEngine implements Engine {
    private static final long POLL_MILLIS = 2;

    static {
        RocksDB.loadLibrary();
    }

    private final RocksOptions options;
    private final WriteOptions writing;
    private final RocksDB db;
    private final int entrySize;

    private RocksEngine(RocksOptions options, WriteOptions writing, RocksDB db, int entrySize) {
        this.options = options;
        this.writing = writing;
        this.db = db;
        this.entrySize = entrySize;
    }

    /**
     * Opens a database, creating it if it does not exist.
     *
     * @param entrySize maximum bytes of a key or value to read
     * @throws IllegalArgumentException if RocksDB does not support the options; the message says which
     */
    static RocksEngine open(Path directory, EngineOptions wanted, int entrySize) throws IOException {
        RocksOptions options = RocksOptions.of(wanted);
        try {
            RocksDB db = RocksDB.open(options.options(), directory.toString());
            return new RocksEngine(options, new WriteOptions().setSync(wanted.sync()), db, entrySize);
        } catch (RocksDBException e) {
            options.close();
            throw failed(e);
        }
    }

    @Override
    public Session session() {
        return new RocksSession(db, writing, entrySize);
    }

    @Override
    public void flush() throws IOException {
        try (FlushOptions waiting = new FlushOptions().setWaitForFlush(true)) {
            db.flush(waiting);
        } catch (RocksDBException e) {
            throw failed(e);
        }
    }

    @Override
    public void compact() throws IOException {
        try (CompactRangeOptions all =
                new CompactRangeOptions().setBottommostLevelCompaction(BottommostLevelCompaction.kForceOptimized)) {
            db.compactRange(db.getDefaultColumnFamily(), null, null, all);
        } catch (RocksDBException e) {
            throw failed(e);
        }
    }

    /** Polls, since its Java API has no blocking call. */
    @Override
    public void awaitCompactions() throws IOException {
        try {
            while (isBusy()) {
                Thread.sleep(POLL_MILLIS);
            }
        } catch (RocksDBException e) {
            throw failed(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted during a RocksDB compaction", e);
        }
    }

    private boolean isBusy() throws RocksDBException {
        return db.getLongProperty("rocksdb.mem-table-flush-pending") > 0
                || db.getLongProperty("rocksdb.num-running-flushes") > 0
                || db.getLongProperty("rocksdb.compaction-pending") > 0
                || db.getLongProperty("rocksdb.num-running-compactions") > 0;
    }

    @Override
    public String statistics() throws IOException {
        try {
            return db.getProperty("rocksdb.stats");
        } catch (RocksDBException e) {
            throw failed(e);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            db.closeE();
        } catch (RocksDBException e) {
            throw failed(e);
        } finally {
            writing.close();
            options.close();
        }
    }

    static IOException failed(RocksDBException e) {
        return new IOException("RocksDB: " + e.getMessage(), e);
    }
}
