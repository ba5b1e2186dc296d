package io.narrows.cli.db;

import io.narrows.cli.option.CompressionOptions;
import io.narrows.cli.option.OutputOption;
import io.narrows.storage.db.Db;
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
        description = "Shows how much of each level has the codec that --compression and --bottommost want there.",
        footer = {
            "",
            "New files have the wanted codec, and compaction rewrites the others; narrows db",
            "compact does it at once. Levels of a codec are not told apart. Nothing is",
            "written, and another process may have the database open.",
            "The exit code is 1 when the database cannot be read."
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
