package io.narrows.cli.db;

import io.narrows.storage.db.Db;
import io.narrows.terminal.option.CompressionOptions;
import io.narrows.terminal.option.OutputOption;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Shows the progress of a database's migration to its configured codecs. */
@Command(
        name = "migrate-status",
        mixinStandardHelpOptions = true,
        description = "Shows how much of each level is compressed with the codec that --compression and --bottommost"
                + " select for it.",
        footer = {
            "",
            "New files use the selected codec, and compaction rewrites the others over time;",
            "`narrows db compact` rewrites them at once. Compression levels of a codec are",
            "not distinguished. The database is opened read-only; another process may have",
            "it open.",
            "Exits with 1 if the database cannot be read."
        })
final class MigrateStatusCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private Directory directory;

    @Mixin
    private CompressionOptions compression;

    @Mixin
    private OutputOption output;

    @Override
    public Integer call() {
        return directory.tell(spec.commandLine().getErr(), () -> {
            List<Migration> migrations;
            try (Db db = directory.openToRead(Databases.wanted(compression))) {
                migrations = Migration.of(db.statistics());
            }
            PrintWriter out = spec.commandLine().getOut();
            if (output.isJson()) {
                MigrationJson.write(migrations, out);
            } else {
                MigrationTable.write(migrations, out);
            }
            return ExitCode.OK;
        });
    }
}
