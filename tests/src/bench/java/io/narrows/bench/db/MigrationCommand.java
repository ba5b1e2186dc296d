package io.narrows.bench.db;

import io.narrows.bench.report.DocOptions;
import io.narrows.testkit.program.Benchmark;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Changes the codec of a database under load. */
@Command(
        name = "db-migration",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Changes the codec of a database under load.")
public final class MigrationCommand implements Benchmark {
    @Mixin
    private LoadOptions options;

    @Mixin
    private DocOptions doc;

    @Override
    public Integer call() throws Exception {
        String tables = new MigrationBench(options, doc.file()).run();
        doc.publish(tables, "JDK", true, List.of(LoadOptions.PLOT));
        return 0;
    }
}
