package io.narrows.cli.db;

import io.narrows.storage.ColumnFamily;
import io.narrows.storage.Slice;
import io.narrows.storage.db.Db;
import io.narrows.storage.db.DbOptions;
import io.narrows.terminal.output.RawOutput;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints the value of a key. */
@Command(
        name = "get",
        mixinStandardHelpOptions = true,
        description = "Prints the value of a key.",
        footer = {
            "",
            "The database is opened read-only; another process may have it open.",
            "Exits with 1 if the key does not exist or the database cannot be read."
        })
final class GetCommand implements Callable<Integer> {
    private static final byte[] END = {'\n'};

    @Spec
    private CommandSpec spec;

    @Mixin
    private Directory directory;

    @Parameters(index = "1", paramLabel = "KEY", description = "Key to read.")
    private String key;

    @Mixin
    private FamilyOption family;

    @Option(names = "--hex", description = "Reads the key and prints the value in hexadecimal, such as 0x00C3A9.")
    private boolean hex;

    private final Supplier<RawOutput> output;

    GetCommand() {
        this(RawOutput::onStandardOutput);
    }

    GetCommand(Supplier<RawOutput> output) {
        this.output = output;
    }

    @Override
    public Integer call() {
        Notation notation = Notation.hex(hex);
        byte[] wanted = new Keys(spec.commandLine(), notation).parse("KEY", key);
        return directory.tell(spec.commandLine().getErr(), () -> {
            byte[] value = read(wanted);
            RawOutput out = output.get();
            notation.show(Slice.of(value), out);
            out.write(END);
            return out.exitCode(ExitCode.OK, spec.commandLine().getErr());
        });
    }

    private byte[] read(byte[] wanted) throws IOException {
        try (Db db = directory.openToRead(DbOptions.defaults())) {
            ColumnFamily of = family.of(db);
            return db.get(of, wanted)
                    .orElseThrow(() -> new IOException("no key '" + key + "' in column family '" + of + "'"));
        }
    }
}
