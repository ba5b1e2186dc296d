package io.narrows.cli.db;

import io.narrows.cli.option.CompressionOptions;
import io.narrows.storage.db.Db;
import java.io.PrintWriter;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes a copy of a database that shares its files. */
@Command(
        name = "checkpoint",
        mixinStandardHelpOptions = true,
        description = "Creates a copy of the database in a new directory, with hard links.",
        footer = {
            "",
            "On another file system its files are copied. No other process may have the",
            "database open. What is left in its log is written to files, in the codec that",
            "--compression says, or else that the files have. The exit code is 1 when it",
            "cannot be made; nothing is left of it then."
        })
final class CheckpointCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private Directory directory;

    @Parameters(index = "1", paramLabel = "TARGET", description = "The directory to be made.")
    private Path target;

    @Mixin
    private CompressionOptions compression;

    @Override
    public Integer call() {
        return directory.tell(spec.commandLine().getErr(), () -> {
            if (Files.exists(target)) {
                throw new FileAlreadyExistsException(
                        target.toString(), null, "is there already (expected: a directory to be made)");
            }
            try (Db db = directory.openToWrite(Databases.writing(directory, compression))) {
                db.checkpoint(target);
            }
            PrintWriter out = spec.commandLine().getOut();
            out.println(target + ": checkpoint of " + directory.path());
            out.flush();
            return ExitCode.OK;
        });
    }
}
