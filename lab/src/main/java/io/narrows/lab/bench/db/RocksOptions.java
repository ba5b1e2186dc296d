package io.narrows.lab.bench.db;

import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.Filter;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;

/**
 * RocksDB's options for those of both engines. Unset options have RocksDB's defaults, which for the sizes of levels and files
 * and the number of memtables are also those of Narrows.
 *
 * @param options of the database and of its default family
 * @param cache of uncompressed blocks
 * @param filter null for none
 */
record RocksOptions(
        Options options, LRUCache cache, @Nullable Filter filter) implements AutoCloseable {
    static RocksOptions of(EngineOptions wanted) {
        Properties compression = new Properties();
        compression.putAll(RocksCompression.of(wanted));
        LRUCache cache = new LRUCache(wanted.cacheSize());
        Filter filter = wanted.bloomBits() == 0 ? null : new BloomFilter(wanted.bloomBits(), false);
        BlockBasedTableConfig table =
                new BlockBasedTableConfig().setBlockSize(wanted.blockSize()).setBlockCache(cache);
        if (filter != null) {
            table.setFilterPolicy(filter);
        }
        try (DBOptions database =
                        new DBOptions().setCreateIfMissing(true).setMaxBackgroundJobs(EngineOptions.BACKGROUND_JOBS);
                ColumnFamilyOptions family = ColumnFamilyOptions.getColumnFamilyOptionsFromProps(compression)
                        .setLevelCompactionDynamicLevelBytes(true)
                        .setWriteBufferSize(wanted.writeBufferSize())
                        .setTableFormatConfig(table)) {
            return new RocksOptions(new Options(database, family), cache, filter);
        }
    }

    @Override
    public void close() {
        options.close();
        cache.close();
        if (filter != null) {
            filter.close();
        }
    }
}
