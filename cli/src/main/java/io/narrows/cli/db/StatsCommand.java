package io.narrows.cli.db;

import io.narrows.storage.db.Db;
import io.narrows.storage.db.DbOptions;
import io.narrows.storage.db.DbStatistics;
import io.narrows.terminal.option.OutputOption;
import io.narrows.terminal.output.LevelTable;
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
        description = "Shows the number and size of files in a database by column family, level and codec.",
        footer = {
            "",
            "Stored bytes are file sizes; logical bytes are the uncompressed keys and values.",
            "Entries that are only in the log are not counted. The database is opened",
            "read-only; another process may have it open.",
            "Exits with 1 if the database cannot be read."
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
