package io.narrows.lab.bench.db;

import io.narrows.storage.ColumnFamily;
import io.narrows.storage.db.Db;
import io.narrows.storage.db.DbOptions;
import io.narrows.storage.db.DbStatistics;
import io.narrows.storage.db.FamilyOptions;
import io.narrows.storage.db.WriteOptions;
import io.narrows.storage.sst.TableOptions;
import java.io.IOException;
import java.nio.file.Path;

/** The engine of Narrows. */
final class OurEngine implements Engine {
    private final Db db;
    private final ColumnFamily family;
    private final WriteOptions writing;

    private OurEngine(Db db, WriteOptions writing) {
        this.db = db;
        this.family = db.defaultFamily();
        this.writing = writing;
    }

    /** Opens a database, creating it if it does not exist. */
    static OurEngine open(Path directory, EngineOptions wanted) throws IOException {
        FamilyOptions family = FamilyOptions.DEFAULT
                .withTable(
                        TableOptions.DEFAULT.withBlockSize(wanted.blockSize()).withBloomBitsPerKey(wanted.bloomBits()))
                .withCompressionPerLevel(wanted.compression())
                .withWriteBufferSize(wanted.writeBufferSize());
        DbOptions options = DbOptions.defaults()
                .withOtherFamilies(wanted.bottommost()
                        .map(family::withBottommostCompression)
                        .orElse(family))
                .withBlockCacheBytes(wanted.cacheSize())
                .withBackgroundJobs(EngineOptions.BACKGROUND_JOBS)
                .withCompressionThreads(wanted.parallelThreads() - 1);
        return new OurEngine(Db.open(directory, options), wanted.sync() ? WriteOptions.SYNC : WriteOptions.DEFAULT);
    }

    @Override
    public Session session() {
        return new OurSession(db, family, writing);
    }

    @Override
    public void flush() throws IOException {
        db.flush();
    }

    @Override
    public void compact() throws IOException {
        db.compact(family);
    }

    @Override
    public void awaitCompactions() throws IOException {
        db.awaitCompactions();
    }

    /** Returns the figures behind {@link #statistics}. */
    DbStatistics figures() throws IOException {
        return db.statistics();
    }

    @Override
    public String statistics() throws IOException {
        return OurStatistics.text(figures());
    }

    @Override
    public void close() throws IOException {
        db.close();
    }
}
