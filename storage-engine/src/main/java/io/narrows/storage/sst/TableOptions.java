package io.narrows.storage.sst;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.storage.sst.block.KeyEncoding;
import io.narrows.storage.sst.checksum.ChecksumType;
import io.narrows.storage.sst.filter.BloomFilterBuilder;
import java.util.function.Consumer;

/**
 * Options for writing a file. Immutable; start with {@link #DEFAULT}.
 *
 * @param formatVersion 5, which RocksDB reads since 6.6, or 7 (since 10.4), whose checksums detect misplaced blocks
 * @param checksum of each block
 * @param compression codec of blocks; one that is not available is replaced by its substitute
 * @param blockSize size of an uncompressed data block in bytes, 64 to 2^28; a larger entry makes a larger block
 * @param blockSizeDeviation percentage of a block that may stay empty if the next entry does not fit, 0 to 100
 * @param restartInterval number of entries from one whole key to the next, at least 1
 * @param bloomMillibitsPerKey thousandths of a bit per key in the filter, 0 for no filter
 * @param keyEncoding encoding of keys in data blocks; with any other than shared prefixes the file has version 7 and RocksDB
 *     rejects it
 * @param maxDictBytes maximum size of a dictionary, 0 for none; snappy and none do not use one
 * @param zstdMaxTrainBytes maximum size of the samples for zstd's trainer; 0 to use the samples as dictionary, as is done
 *     for other codecs and for dictionaries below 256 bytes, which the trainer does not make
 * @param ingestion whether the file will be ingested into a RocksDB: sequence numbers are 0, and user keys are unique
 */
public record TableOptions(
        int formatVersion,
        ChecksumType checksum,
        CodecSpec compression,
        int blockSize,
        int blockSizeDeviation,
        int restartInterval,
        int bloomMillibitsPerKey,
        KeyEncoding keyEncoding,
        int maxDictBytes,
        int zstdMaxTrainBytes,
        boolean ingestion) {
    /** RocksDB's own defaults, with LZ4 and a filter of ten bits per key. */
    public static final TableOptions DEFAULT = new TableOptions(
            5,
            ChecksumType.CRC32C,
            CodecSpec.of(Codec.LZ4),
            4096,
            10,
            16,
            10_000,
            KeyEncoding.SHARED_PREFIX,
            0,
            0,
            false);

    private static final int MIN_BLOCK_SIZE = 64;
    private static final int MAX_BLOCK_SIZE = 1 << 28;
    private static final int MAX_DICTIONARY = 1 << 28;

    /** @throws IllegalArgumentException if a value is out of range or conflicts with another; the message names it */
    public TableOptions {
        if (formatVersion != 5 && formatVersion != 7) {
            throw new IllegalArgumentException("format version " + formatVersion + " (expected: 5 or 7)");
        }
        if (keyEncoding != KeyEncoding.SHARED_PREFIX && formatVersion != 7) {
            throw new IllegalArgumentException("format version " + formatVersion + " with key encoding " + keyEncoding
                    + " (expected: 7, so that RocksDB rejects the file instead of misreading it)");
        }
        check("block size", blockSize, MIN_BLOCK_SIZE, MAX_BLOCK_SIZE);
        check("block size deviation", blockSizeDeviation, 0, 100);
        check("restart interval", restartInterval, 1, Integer.MAX_VALUE);
        if (bloomMillibitsPerKey != 0) {
            check(
                    "bloom millibits per key",
                    bloomMillibitsPerKey,
                    BloomFilterBuilder.MIN_MILLIBITS_PER_KEY,
                    BloomFilterBuilder.MAX_MILLIBITS_PER_KEY);
        }
        check("max dict bytes", maxDictBytes, 0, MAX_DICTIONARY);
        check("zstd max train bytes", zstdMaxTrainBytes, 0, MAX_DICTIONARY);
    }

    private static void check(String name, int value, int min, int max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(name + " " + value + " (expected: " + min + "-" + max + ")");
        }
    }

    public TableOptions withFormatVersion(int version) {
        return with(change -> change.formatVersion = version);
    }

    public TableOptions withChecksum(ChecksumType type) {
        return with(change -> change.checksum = type);
    }

    public TableOptions withCompression(CodecSpec spec) {
        return with(change -> change.compression = spec);
    }

    public TableOptions withBlockSize(int bytes) {
        return with(change -> change.blockSize = bytes);
    }

    public TableOptions withBlockSizeDeviation(int percent) {
        return with(change -> change.blockSizeDeviation = percent);
    }

    public TableOptions withRestartInterval(int entries) {
        return with(change -> change.restartInterval = entries);
    }

    /** Sets the size of the filter in bits per key; 0 for none. */
    public TableOptions withBloomBitsPerKey(double bits) {
        return with(change -> change.bloomMillibitsPerKey = (int) Math.round(bits * 1000));
    }

    /** Sets the encoding of keys, and the format version that it requires. */
    public TableOptions withKeyEncoding(KeyEncoding encoding) {
        return with(change -> {
            change.keyEncoding = encoding;
            change.formatVersion = encoding == KeyEncoding.SHARED_PREFIX ? formatVersion : 7;
        });
    }

    public TableOptions withDictionary(int maxBytes, int maxTrainBytes) {
        return with(change -> {
            change.maxDictBytes = maxBytes;
            change.zstdMaxTrainBytes = maxTrainBytes;
        });
    }

    public TableOptions withIngestion(boolean wanted) {
        return with(change -> change.ingestion = wanted);
    }

    private TableOptions with(Consumer<Change> changes) {
        Change change = new Change(this);
        changes.accept(change);
        return change.options();
    }

    /** A mutable copy of options. */
    private static final class Change {
        private int formatVersion;
        private ChecksumType checksum;
        private CodecSpec compression;
        private int blockSize;
        private int blockSizeDeviation;
        private int restartInterval;
        private int bloomMillibitsPerKey;
        private KeyEncoding keyEncoding;
        private int maxDictBytes;
        private int zstdMaxTrainBytes;
        private boolean ingestion;

        Change(TableOptions options) {
            formatVersion = options.formatVersion;
            checksum = options.checksum;
            compression = options.compression;
            blockSize = options.blockSize;
            blockSizeDeviation = options.blockSizeDeviation;
            restartInterval = options.restartInterval;
            bloomMillibitsPerKey = options.bloomMillibitsPerKey;
            keyEncoding = options.keyEncoding;
            maxDictBytes = options.maxDictBytes;
            zstdMaxTrainBytes = options.zstdMaxTrainBytes;
            ingestion = options.ingestion;
        }

        TableOptions options() {
            return new TableOptions(
                    formatVersion,
                    checksum,
                    compression,
                    blockSize,
                    blockSizeDeviation,
                    restartInterval,
                    bloomMillibitsPerKey,
                    keyEncoding,
                    maxDictBytes,
                    zstdMaxTrainBytes,
                    ingestion);
        }
    }
}
