package io.narrows.cli.db;

import io.narrows.cli.option.CompressionOptions;
import io.narrows.storage.db.Db;
import io.narrows.storage.db.WriteOptions;
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
        description = "Writes a key with its value, to the disk.",
        footer = {
            "",
            "No other process may have the database open. What is left in its log is written",
            "to files, in the codec that --compression says, or else that the files have.",
            "The exit code is 1 when it cannot be written."
        })
final class PutCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private Directory directory;

    @Parameters(index = "1", paramLabel = "KEY", description = "The key.")
    private String key;

    @Parameters(index = "2", paramLabel = "VALUE", description = "Its value.")
    private String value;

    @Mixin
    private FamilyOption family;

    @Option(names = "--hex", description = "Key and value are typed as in 0x00C3A9.")
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
