package io.narrows.lab.bench.db;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.config.Sizes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Settings of a benchmark run, except for engine and directory.
 *
 * @param benchmarks in execution order
 * @param threads that run each benchmark concurrently
 * @param warmUp entries of an uncounted run beforehand; 0 for none
 * @param codecBytes bytes that each codec benchmark processes
 */
record Settings(
        List<Benchmark> benchmarks,
        Workload workload,
        EngineOptions engine,
        int threads,
        long warmUp,
        long codecBytes) {
    private static final long WARM_UP_BYTES = 256 << 20;

    Settings {
        benchmarks = List.copyOf(benchmarks);
    }

    /** Returns the settings of the warm-up: fewer entries, not counted. */
    Settings ofWarmUp() {
        return new Settings(
                benchmarks, workload.ofAtMost(warmUp), engine, threads, 0, Math.min(codecBytes, WARM_UP_BYTES));
    }

    /** Returns the distinct codecs of the settings, except none. */
    List<CodecSpec> codecs() {
        return Stream.concat(engine.compression().stream(), engine.bottommost().stream())
                .filter(spec -> spec.codec() != Codec.NONE)
                .distinct()
                .toList();
    }

    /** Returns the command line that repeats the run. */
    List<String> arguments() {
        List<String> arguments = new ArrayList<>(List.of(
                "--benchmarks=" + join(benchmarks),
                "--num=" + workload.num(),
                "--reads=" + workload.reads(),
                "--key-size=" + workload.keySize(),
                "--value-size=" + workload.valueSize(),
                String.format(Locale.ROOT, "--compression-ratio=%s", workload.compressionRatio()),
                "--batch-size=" + workload.batchSize(),
                "--seed=" + workload.seed(),
                "--compression=" + join(engine.compression()),
                "--parallel-threads=" + engine.parallelThreads(),
                "--cache-size=" + Sizes.format(engine.cacheSize()),
                "--write-buffer-size=" + Sizes.format(engine.writeBufferSize()),
                String.format(Locale.ROOT, "--bloom-bits=%s", engine.bloomBits()),
                "--block-size=" + Sizes.format(engine.blockSize()),
                "--threads=" + threads,
                "--warm-up=" + warmUp,
                "--codec-bytes=" + Sizes.format(codecBytes)));
        engine.bottommost().ifPresent(spec -> arguments.add("--bottommost=" + spec));
        if (engine.sync()) {
            arguments.add("--sync");
        }
        return arguments;
    }

    private static String join(List<?> values) {
        return values.stream().map(Object::toString).collect(Collectors.joining(","));
    }
}
