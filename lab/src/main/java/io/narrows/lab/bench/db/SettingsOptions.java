package io.narrows.lab.bench.db;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.terminal.option.CompressionOptions;
import io.narrows.terminal.option.Range;
import io.narrows.terminal.option.SizeConverter;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of a benchmark run, named as in db_bench. */
final class SettingsOptions {
    private static final int MAX_THREADS = 64;
    private static final long MIN_WRITE_BUFFER = 64 << 10;
    private static final long MAX_WRITE_BUFFER = 16L << 30;
    private static final long MAX_BLOCK_SIZE = 256 << 20;

    @Option(
            names = "--benchmarks",
            split = ",",
            paramLabel = "NAME",
            converter = BenchmarkConverter.class,
            defaultValue = "fillseq,fillrandom,overwrite,readrandom,readseq,readreverse,multireadrandom,seekrandom",
            description = "Benchmarks to run, in this order. Default: ${DEFAULT-VALUE}. Also available: compress,"
                    + " uncompress, compressreject, flush, compact, waitforcompaction, stats.")
    private List<Benchmark> benchmarks;

    @Option(
            names = "--num",
            defaultValue = "1000000",
            description = "Number of keys and of writes. Default:" + " ${DEFAULT-VALUE}.")
    private long num;

    @Option(names = "--reads", description = "Number of reads. Default: the value of --num.")
    private @Nullable Long reads;

    @Option(
            names = "--key-size",
            defaultValue = "16",
            description =
                    "Key size in bytes: an 8-byte big-endian number, then ASCII zeros. Default: ${DEFAULT-VALUE}.")
    private int keySize;

    @Option(
            names = "--value-size",
            defaultValue = "100",
            description = "Value size in bytes. Default: ${DEFAULT-VALUE}.")
    private int valueSize;

    @Option(
            names = "--compression-ratio",
            defaultValue = "0.5",
            description = "Approximate compressed size of the values, as a fraction of their size. Default:"
                    + " ${DEFAULT-VALUE}.")
    private double compressionRatio;

    @Option(
            names = "--batch-size",
            defaultValue = "16",
            description = "Number of keys per call of multireadrandom. Default: ${DEFAULT-VALUE}.")
    private int batchSize;

    @Option(
            names = "--seed",
            defaultValue = "1000",
            description = "Seed of the random number generator. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(
            names = "--threads",
            defaultValue = "1",
            description =
                    "Number of threads; each runs the whole benchmark (parallel benchmarks only). Default: ${DEFAULT-VALUE}.")
    private int threads;

    @Option(
            names = "--warm-up",
            paramLabel = "ENTRIES",
            defaultValue = "0",
            description = "Before measuring, runs the benchmarks on another database with at most this many entries, so"
                    + " that the JVM compiles the code. Default: ${DEFAULT-VALUE}.")
    private long warmUp;

    @Mixin
    private CompressionOptions compression;

    @Option(
            names = "--parallel-threads",
            defaultValue = "1",
            description = "Number of threads that compress the blocks of a file. Default: ${DEFAULT-VALUE}.")
    private int parallelThreads;

    @Option(
            names = "--cache-size",
            paramLabel = "SIZE",
            defaultValue = "32MiB",
            converter = SizeConverter.class,
            description = "Size of the block cache. Default: ${DEFAULT-VALUE}.")
    private long cacheSize;

    @Option(
            names = "--write-buffer-size",
            paramLabel = "SIZE",
            defaultValue = "64MiB",
            converter = SizeConverter.class,
            description = "Size of a memtable. Default: ${DEFAULT-VALUE}.")
    private long writeBufferSize;

    @Option(
            names = "--bloom-bits",
            defaultValue = "10",
            description = "Bloom filter bits per key; 0 disables filters. Default: ${DEFAULT-VALUE}.")
    private double bloomBits;

    @Option(
            names = "--block-size",
            paramLabel = "SIZE",
            defaultValue = "4KiB",
            converter = SizeConverter.class,
            description =
                    "Uncompressed size of a data block; the codec benchmarks use it too. Default: ${DEFAULT-VALUE}.")
    private long blockSize;

    @Option(names = "--sync", description = "Makes each write wait until it is on disk.")
    private boolean sync;

    @Option(
            names = "--codec-bytes",
            paramLabel = "SIZE",
            defaultValue = "1GiB",
            converter = SizeConverter.class,
            description =
                    "Amount of data that compress, uncompress and compressreject each process. Default: ${DEFAULT-VALUE}.")
    private long codecBytes;

    /** @throws IllegalArgumentException if a value is out of range or conflicts with another; the message names it */
    Settings settings() {
        Range.check("--num", num, 1, Long.MAX_VALUE);
        Range.check("--key-size", keySize, 1, 1 << 16);
        Range.check("--value-size", valueSize, 0, 1 << 28);
        Range.check("--batch-size", batchSize, 1, 1 << 16);
        Range.check("--threads", threads, 1, MAX_THREADS);
        Range.check("--warm-up", warmUp, 0, Long.MAX_VALUE);
        Range.check("--parallel-threads", parallelThreads, 1, MAX_THREADS);
        Range.check("--write-buffer-size", writeBufferSize, MIN_WRITE_BUFFER, MAX_WRITE_BUFFER);
        Range.check("--block-size", blockSize, 64, MAX_BLOCK_SIZE);
        if (!(compressionRatio > 0 && compressionRatio <= 1)) {
            throw new IllegalArgumentException(
                    "--compression-ratio " + compressionRatio + " (expected: above 0, at most 1)");
        }
        if (!(bloomBits >= 0 && bloomBits <= 100)) {
            throw new IllegalArgumentException("--bloom-bits " + bloomBits + " (expected: 0 to 100)");
        }
        Settings settings = new Settings(benchmarks, workload(), engine(), threads, warmUp, codecBytes);
        checkCodecs(settings);
        return settings;
    }

    private Workload workload() {
        long wantedReads = reads == null ? num : reads;
        Range.check("--reads", wantedReads, 0, Long.MAX_VALUE);
        return new Workload(num, wantedReads, keySize, valueSize, compressionRatio, batchSize, seed);
    }

    private EngineOptions engine() {
        return new EngineOptions(
                compression.perLevel(List.of(CodecSpec.of(Codec.LZ4))),
                compression.bottommost(),
                parallelThreads,
                cacheSize,
                writeBufferSize,
                bloomBits,
                (int) blockSize,
                sync);
    }

    private void checkCodecs(Settings settings) {
        if (benchmarks.stream().anyMatch(Benchmark::isOfCodecs)
                && settings.codecs().isEmpty()) {
            throw new IllegalArgumentException(
                    "--compression none with a codec benchmark (expected: at least one" + " codec that compresses)");
        }
        if (benchmarks.contains(Benchmark.COMPRESSREJECT) && compressionRatio <= CompressReject.LACK) {
            throw new IllegalArgumentException("--compression-ratio " + compressionRatio
                    + " with compressreject (expected: above " + CompressReject.LACK + ")");
        }
    }
}
