package io.narrows.bench.sst;

import io.narrows.bench.machine.ScratchFolder;
import io.narrows.bench.report.DocOptions;
import io.narrows.testkit.program.Benchmark;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Compares SST files with RocksDB's: building, point gets and scans. */
@Command(
        name = "sst",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Compares SST files with RocksDB's: building, point gets and scans.")
public final class SstCommand implements Benchmark {
    @Mixin
    private SstOptions options;

    @Mixin
    private DocOptions doc;

    @Override
    public Integer call() throws Exception {
        try (ScratchFolder scratch = options.scratch()) {
            doc.publish(new SstBench(options.workload(), scratch.path()).run(options));
        }
        return 0;
    }
}
