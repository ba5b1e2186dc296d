package io.narrows.storage.db.model;

import io.narrows.codec.Codec;
import java.util.List;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.ChecksumType;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.LRUCache;

/** Translates {@link StoreOptions} to RocksDB's options. */
final class RocksOptions {
    private RocksOptions() {}

    /** @param owned receives native objects, which the caller must close after the options */
    static ColumnFamilyOptions of(StoreOptions options, List<AutoCloseable> owned) {
        LRUCache cache = new LRUCache(options.cacheBytes());
        owned.add(cache);
        BlockBasedTableConfig table = new BlockBasedTableConfig()
                .setFormatVersion(options.table().formatVersion())
                .setChecksumType(checksum(options))
                .setBlockSize(options.table().blockSize())
                .setBlockSizeDeviation(options.table().blockSizeDeviation())
                .setBlockRestartInterval(options.table().restartInterval())
                .setBlockCache(cache);
        if (options.table().bloomMillibitsPerKey() > 0) {
            BloomFilter filter = new BloomFilter(options.table().bloomMillibitsPerKey() / 1000.0, false);
            owned.add(filter);
            table.setFilterPolicy(filter);
        }
        CompressionOptions compression = new CompressionOptions()
                .setMaxDictBytes(options.table().maxDictBytes())
                .setZStdMaxTrainBytes(options.table().zstdMaxTrainBytes());
        owned.add(compression);
        ColumnFamilyOptions family = new ColumnFamilyOptions()
                .setTableFormatConfig(table)
                .setCompressionOptions(compression)
                .setCompressionPerLevel(options.perLevel().stream()
                        .map(spec -> type(spec.codec()))
                        .toList())
                .setWriteBufferSize(options.writeBuffer())
                .setTargetFileSizeBase(options.targetFile())
                .setMaxBytesForLevelBase(options.baseLevel())
                .setLevel0FileNumCompactionTrigger(options.level0Trigger());
        options.bottommost().ifPresent(spec -> family.setBottommostCompressionType(type(spec.codec())));
        owned.add(family);
        return family;
    }

    private static ChecksumType checksum(StoreOptions options) {
        return switch (options.table().checksum()) {
            case NONE -> ChecksumType.kNoChecksum;
            case CRC32C -> ChecksumType.kCRC32c;
            case XXHASH32 -> ChecksumType.kxxHash;
            case XXHASH64 -> ChecksumType.kxxHash64;
            case XXH3 -> ChecksumType.kXXH3;
        };
    }

    private static CompressionType type(Codec codec) {
        return switch (codec) {
            case NONE -> CompressionType.NO_COMPRESSION;
            case GZIP -> CompressionType.ZLIB_COMPRESSION;
            case SNAPPY -> CompressionType.SNAPPY_COMPRESSION;
            case LZ4 -> CompressionType.LZ4_COMPRESSION;
            case LZ4HC -> CompressionType.LZ4HC_COMPRESSION;
            case ZSTD -> CompressionType.ZSTD_COMPRESSION;
            case DENSE -> throw new IllegalArgumentException("dense has no blocks");
        };
    }
}
