package io.narrows.storage.db.model;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.storage.sst.TableOptions;
import io.narrows.storage.sst.block.KeyEncoding;
import io.narrows.storage.sst.checksum.ChecksumType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * Options that a test can give to any store.
 *
 * @param perLevel compression of level 0, of the base level, and so on
 * @param writeBuffer size of a memtable in bytes
 * @param targetFile size of a compaction's output file in bytes
 * @param baseLevel size of the base level in bytes
 * @param level0Trigger number of level 0 files that starts a compaction
 * @param compressionThreads number of extra threads for compression, 0 for none
 */
public record StoreOptions(
        TableOptions table,
        List<CodecSpec> perLevel,
        Optional<CodecSpec> bottommost,
        long writeBuffer,
        long targetFile,
        long baseLevel,
        int level0Trigger,
        int compressionThreads,
        long cacheBytes) {
    /** Small sizes, so that a few hundred rows fill levels. */
    public static final StoreOptions SMALL = new StoreOptions(
            TableOptions.DEFAULT.withBlockSize(512),
            List.of(CodecSpec.of(Codec.NONE), CodecSpec.of(Codec.LZ4), CodecSpec.of(Codec.ZSTD)),
            Optional.empty(),
            8 << 10,
            4 << 10,
            16 << 10,
            3,
            0,
            1 << 20);

    /** Returns random options that RocksDB supports too. */
    public static StoreOptions random(Random random) {
        List<CodecSpec> perLevel = new ArrayList<>();
        for (int levels = 1 + random.nextInt(7); levels > 0; levels--) {
            perLevel.add(codec(random));
        }
        return new StoreOptions(
                table(random),
                List.copyOf(perLevel),
                random.nextInt(3) == 0 ? Optional.of(codec(random)) : Optional.empty(),
                1024L << random.nextInt(7),
                1024L << random.nextInt(6),
                4096L << random.nextInt(5),
                1 + random.nextInt(5),
                random.nextInt(3),
                1L << 10 + random.nextInt(12));
    }

    private static TableOptions table(Random random) {
        TableOptions table = TableOptions.DEFAULT
                .withFormatVersion(random.nextBoolean() ? 5 : 7)
                .withChecksum(any(ChecksumType.values(), random))
                .withBlockSize(64 << random.nextInt(7))
                .withBlockSizeDeviation(random.nextInt(101))
                .withRestartInterval(1 + random.nextInt(20))
                .withBloomBitsPerKey(random.nextBoolean() ? 10 : 0);
        return random.nextInt(3) == 0
                ? table.withDictionary(1 + random.nextInt(4 << 10), random.nextBoolean() ? 0 : 16 << 10)
                : table;
    }

    private static CodecSpec codec(Random random) {
        return CodecSpec.of(any(Codec.ofBlocks().toArray(Codec[]::new), random));
    }

    private static <T> T any(T[] values, Random random) {
        return values[random.nextInt(values.length)];
    }

    /** Returns a copy with memtables and levels that are never full. */
    public StoreOptions withoutCompaction() {
        return new StoreOptions(
                table, perLevel, bottommost, 64 << 20, targetFile, 1 << 30, 1_000, compressionThreads, cacheBytes);
    }

    /** Returns a copy with the given encoding of keys; RocksDB can only read shared prefixes. */
    public StoreOptions withKeyEncoding(KeyEncoding encoding) {
        return new StoreOptions(
                table.withKeyEncoding(encoding),
                perLevel,
                bottommost,
                writeBuffer,
                targetFile,
                baseLevel,
                level0Trigger,
                compressionThreads,
                cacheBytes);
    }
}
