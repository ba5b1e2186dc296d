package io.narrows.storage.sst.interop;

import io.narrows.storage.sst.rows.Row;
import io.narrows.storage.sst.rows.Rows;
import java.nio.file.Path;
import java.util.List;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.ChecksumType;
import org.rocksdb.CompressionOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.EnvOptions;
import org.rocksdb.IndexType;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileWriter;

/**
 * A variant of RocksDB's files, with a full filter.
 *
 * @param dictionary maximum size of the dictionary in bytes; 0 for none
 */
record RocksTable(int format, CompressionType codec, ChecksumType checksum, IndexType index, int dictionary) {
    /** Length of the common prefix of the keys of {@link Rows}: a filter of prefixes alone excludes none of them. */
    static final int PREFIX = 6;

    private static final int BLOCK = 1 << 10;
    private static final double BLOOM_BITS = 10;

    static {
        RocksDB.loadLibrary();
    }

    static RocksTable of(int format, CompressionType codec, ChecksumType checksum) {
        return new RocksTable(format, codec, checksum, IndexType.kBinarySearch, 0);
    }

    /** Returns RocksDB options for files of this variant; the caller must close them. */
    Options options() {
        return options(config());
    }

    /** Returns the options with a table configuration derived from {@link #config()}. */
    Options options(BlockBasedTableConfig config) {
        Options options = new Options().setCreateIfMissing(true).setCompressionType(codec);
        try (CompressionOptions compression = new CompressionOptions()) {
            options.setCompressionOptions(compression.setMaxDictBytes(dictionary));
        }
        if (index == IndexType.kHashSearch) {
            options.useFixedLengthPrefixExtractor(PREFIX);
        }
        options.setTableFormatConfig(config);
        return options;
    }

    BlockBasedTableConfig config() {
        return new BlockBasedTableConfig()
                .setFormatVersion(format)
                .setChecksumType(checksum)
                .setIndexType(index)
                .setBlockSize(BLOCK)
                .setMetadataBlockSize(BLOCK / 4)
                .setFilterPolicy(new BloomFilter(BLOOM_BITS, false));
    }

    static void write(Path file, Options options, List<Row> rows) throws RocksDBException {
        try (EnvOptions environment = new EnvOptions();
                SstFileWriter writer = new SstFileWriter(environment, options)) {
            writer.open(file.toString());
            for (Row row : rows) {
                writer.put(row.key().toByteArray(), row.value().toByteArray());
            }
            writer.finish();
        }
    }

    @Override
    public String toString() {
        return "format %d, %s, %s, %s%s"
                .formatted(format, codec, checksum, index, dictionary == 0 ? "" : ", dictionary");
    }
}
