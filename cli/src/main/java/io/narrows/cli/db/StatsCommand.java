package io.narrows.cli.db;

import io.narrows.cli.option.OutputOption;
import io.narrows.storage.db.Db;
import io.narrows.storage.db.DbOptions;
import io.narrows.storage.db.DbStatistics;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Shows the files of a database, by level and codec. */
@Command(
        name = "stats",
        mixinStandardHelpOptions = true,
        description = "Shows files and bytes of a database for each column family, level and codec.",
        footer = {
            "",
            "Stored are the sizes of the files, logical are keys and values as they were",
            "given. What is in the log only is not counted. Nothing is written, and another",
            "process may have the database open.",
            "The exit code is 1 when the database cannot be read."
        })
final class StatsCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private Directory directory;

    @Mixin
    private OutputOption output;

    @Override
    public Integer call() {
        return directory.tell(spec.commandLine().getErr(), () -> {
            DbStatistics statistics;
            try (Db db = directory.openToRead(DbOptions.defaults())) {
                statistics = db.statistics();
            }
            PrintWriter out = spec.commandLine().getOut();
            if (output.isJson()) {
                LevelJson.write(statistics, out);
            } else {
                LevelTable.write(statistics, out);
            }
            return ExitCode.OK;
        });
    }
}
