package io.narrows.lab.bench.db;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import java.util.List;
import java.util.Optional;

/** Settings of small runs. */
final class Work {
    static final int NUM = 2_000;

    private Work() {}

    static Settings of(Benchmark... benchmarks) {
        return of(CodecSpec.of(Codec.LZ4), 1, benchmarks);
    }

    static Settings of(CodecSpec codec, int threads, Benchmark... benchmarks) {
        Workload workload = new Workload(NUM, NUM, 16, 100, 0.5, 16, 1_000);
        EngineOptions engine =
                new EngineOptions(List.of(codec), Optional.empty(), 1, 1 << 20, 1 << 16, 10, 4096, false);
        return new Settings(List.of(benchmarks), workload, engine, threads, 0, 1 << 20);
    }
}
