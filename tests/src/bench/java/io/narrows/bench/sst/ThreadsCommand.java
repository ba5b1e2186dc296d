package io.narrows.bench.sst;

import io.narrows.bench.machine.ScratchFolder;
import io.narrows.bench.report.DocOptions;
import io.narrows.testkit.program.Benchmark;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Measures building SST files by number of threads. */
@Command(
        name = "sst-threads",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Measures building SST files by number of threads.")
public final class ThreadsCommand implements Benchmark {
    @Mixin
    private SstOptions options;

    @Mixin
    private DocOptions doc;

    @Override
    public Integer call() throws Exception {
        try (ScratchFolder scratch = options.scratch()) {
            doc.publish(new ThreadsBench(options.workload(), scratch.path()).run(options));
        }
        return 0;
    }
}
