package io.narrows.bench.db;

import io.narrows.bench.report.DocOptions;
import io.narrows.testkit.program.Benchmark;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Compares a codec per level with one codec for all levels. */
@Command(
        name = "db-policies",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Compares a codec per level with one codec for all levels.")
public final class PoliciesCommand implements Benchmark {
    @Mixin
    private LoadOptions options;

    @Mixin
    private DocOptions doc;

    @Override
    public Integer call() throws Exception {
        String tables = new PolicyBench(options).run();
        doc.publish(tables, "JDK", true, List.of(LoadOptions.PLOT));
        return 0;
    }
}
