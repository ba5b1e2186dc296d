package io.narrows.lab.bench.db;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Levels;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Translates compression settings to RocksDB's options. Does not need RocksDB's classes. */
final class RocksCompression {
    private RocksCompression() {}

    /**
     * Returns the options as text, since the typed ones lack {@code parallel_threads}.
     *
     * @throws IllegalArgumentException if codecs of one list have different levels, for which RocksDB has no option
     */
    static Map<String, String> of(EngineOptions wanted) {
        Map<String, String> options = new TreeMap<>();
        options.put(
                "compression_per_level",
                wanted.compression().stream().map(spec -> name(spec.codec())).collect(Collectors.joining(":")));
        options.put("compression_opts", "{" + tuning(level(wanted.compression()), wanted.parallelThreads()) + "}");
        wanted.bottommost().ifPresent(spec -> {
            options.put("bottommost_compression", name(spec.codec()));
            options.put(
                    "bottommost_compression_opts",
                    "{" + tuning(spec.level(), wanted.parallelThreads()) + "enabled=true;}");
        });
        return options;
    }

    private static String tuning(int level, int threads) {
        return "level=" + level + ";parallel_threads=" + threads + ";";
    }

    private static int level(List<CodecSpec> specs) {
        List<CodecSpec> levelled = specs.stream()
                .filter(spec -> Levels.of(spec.codec()).exist())
                .distinct()
                .toList();
        List<Integer> levels =
                levelled.stream().map(CodecSpec::level).distinct().toList();
        if (levels.size() > 1) {
            throw new IllegalArgumentException("--compression with " + levelled + " and --engine rocksdb (expected:"
                    + " the same compression level everywhere except --bottommost; RocksDB has no level per LSM"
                    + " level)");
        }
        return levels.isEmpty() ? 0 : levels.get(0);
    }

    private static String name(Codec codec) {
        return switch (codec) {
            case NONE -> "kNoCompression";
            case GZIP -> "kZlibCompression";
            case SNAPPY -> "kSnappyCompression";
            case LZ4 -> "kLZ4Compression";
            case LZ4HC -> "kLZ4HCCompression";
            case ZSTD -> "kZSTD";
            case DENSE -> throw new IllegalArgumentException(codec.label() + " compresses streams only, not blocks");
        };
    }
}
