package io.narrows.cli.db;

import io.narrows.storage.db.Db;
import io.narrows.terminal.option.CompressionOptions;
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
        description = "Creates a copy of the database in a new directory, using hard links.",
        footer = {
            "",
            "Files are copied if the directory is on another file system. No other process",
            "may have the database open. Entries that are only in the log are written to",
            "files, with the codec of --compression or else that of the existing files.",
            "Exits with 1, leaving no partial copy, if the checkpoint fails."
        })
final class CheckpointCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private Directory directory;

    @Parameters(index = "1", paramLabel = "TARGET", description = "Directory to create.")
    private Path target;

    @Mixin
    private CompressionOptions compression;

    @Override
    public Integer call() {
        return directory.tell(spec.commandLine().getErr(), () -> {
            if (Files.exists(target)) {
                throw new FileAlreadyExistsException(
                        target.toString(), null, "already exists (expected: a new directory)");
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
