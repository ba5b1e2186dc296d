package io.narrows.storage.bench.sst;

import io.narrows.storage.bench.Report;
import io.narrows.storage.bench.ScratchFolder;
import io.narrows.storage.bench.Workload;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Runs {@code sst} or {@code sst-threads} with options: {@link BenchOptions}. Tables go to standard output, progress to
 * standard error.
 */
public final class Benchmarks {
    private Benchmarks() {}

    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 0 || !List.of("sst", "sst-threads").contains(arguments[0])) {
            throw new IllegalArgumentException("expected: sst or sst-threads, then options");
        }
        String name = arguments[0];
        BenchOptions options = BenchOptions.parse(Arrays.asList(arguments).subList(1, arguments.length));
        Workload workload = new Workload(options.entries());
        try (ScratchFolder scratch = ScratchFolder.in(options.folder(), "narrows-bench-sst")) {
            Path folder = scratch.path();
            String tables = name.equals("sst")
                    ? new SstBench(workload, folder).run(options)
                    : new ThreadsBench(workload, folder).run(options);
            new Report(name, options.given(), options.into()).publish(tables);
        }
    }
}
