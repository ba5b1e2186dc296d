package io.narrows.cli.db;

import io.narrows.storage.db.Db;
import io.narrows.storage.db.WriteOptions;
import io.narrows.terminal.option.CompressionOptions;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes a key with its value. */
@Command(
        name = "put",
        mixinStandardHelpOptions = true,
        description = "Writes a key and its value, and waits until they are on disk.",
        footer = {
            "",
            "No other process may have the database open. Entries that are only in the log",
            "are written to files, with the codec of --compression or else that of the",
            "existing files. Exits with 1 if the write fails."
        })
final class PutCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private Directory directory;

    @Parameters(index = "1", paramLabel = "KEY", description = "Key to write.")
    private String key;

    @Parameters(index = "2", paramLabel = "VALUE", description = "Value of the key.")
    private String value;

    @Mixin
    private FamilyOption family;

    @Option(names = "--hex", description = "The key and the value are hexadecimal, such as 0x00C3A9.")
    private boolean hex;

    @Mixin
    private CompressionOptions compression;

    @Override
    public Integer call() {
        Keys keys = new Keys(spec.commandLine(), Notation.hex(hex));
        byte[] keyBytes = keys.parse("KEY", key);
        byte[] valueBytes = keys.parse("VALUE", value);
        return directory.tell(spec.commandLine().getErr(), () -> {
            try (Db db = directory.openToWrite(Databases.writing(directory, compression))) {
                db.put(family.of(db), keyBytes, valueBytes, WriteOptions.SYNC);
            }
            PrintWriter out = spec.commandLine().getOut();
            out.println("OK");
            out.flush();
            return ExitCode.OK;
        });
    }
}
