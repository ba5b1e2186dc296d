package io.narrows.cli.db;

import io.narrows.storage.ColumnFamily;
import io.narrows.storage.db.Db;
import io.narrows.storage.db.DbOptions;
import io.narrows.storage.db.ReadOptions;
import io.narrows.storage.iterate.DbIterator;
import io.narrows.terminal.output.RawOutput;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Prints the contents of a database. */
@Command(
        name = "scan",
        mixinStandardHelpOptions = true,
        description = "Prints keys and values in key order, in the format of ldb scan: KEY : VALUE.",
        footer = {
            "",
            "The database is opened read-only; another process may have it open. Bytes are",
            "printed unescaped; use --hex for binary data. Exits with 1 if the database",
            "cannot be read."
        })
final class ScanCommand implements Callable<Integer> {
    private static final byte[] BETWEEN = {' ', ':', ' '};
    private static final byte[] END = {'\n'};

    @Spec
    private CommandSpec spec;

    @Mixin
    private Directory directory;

    @Mixin
    private FamilyOption family;

    @Option(
            names = "--hex",
            description = "Keys and values, including --from and --to, are hexadecimal, such as" + " 0x00C3A9.")
    private boolean hex;

    @Option(
            names = "--from",
            paramLabel = "KEY",
            description = "First key. Default: the first key of the column" + " family.")
    private @Nullable String from;

    @Option(names = "--to", paramLabel = "KEY", description = "Stops before this key. Default: after the last key.")
    private @Nullable String to;

    @Option(names = "--max-keys", paramLabel = "KEYS", description = "Maximum number of keys to print. Default: all.")
    private @Nullable Long maxKeys;

    @Option(names = "--no-value", description = "Prints keys only.")
    private boolean noValue;

    private final Supplier<RawOutput> output;

    ScanCommand() {
        this(RawOutput::onStandardOutput);
    }

    ScanCommand(Supplier<RawOutput> output) {
        this.output = output;
    }

    @Override
    public Integer call() {
        if (maxKeys != null && maxKeys < 0) {
            throw new ParameterException(spec.commandLine(), "--max-keys " + maxKeys + " (expected: 0 or more)");
        }
        Notation notation = Notation.hex(hex);
        Keys keys = new Keys(spec.commandLine(), notation);
        ReadOptions range =
                ReadOptions.DEFAULT.between(keys.parseIfGiven("--from", from), keys.parseIfGiven("--to", to));
        return directory.tell(spec.commandLine().getErr(), () -> {
            RawOutput out = output.get();
            try (Db db = directory.openToRead(DbOptions.defaults())) {
                print(db, family.of(db), range, notation, out);
            } finally {
                out.flush();
            }
            return out.exitCode(ExitCode.OK, spec.commandLine().getErr());
        });
    }

    private void print(Db db, ColumnFamily of, ReadOptions range, Notation notation, RawOutput out) throws IOException {
        long left = maxKeys == null ? Long.MAX_VALUE : maxKeys;
        try (DbIterator entries = db.iterator(of, range)) {
            for (entries.seekToFirst(); entries.isValid() && left > 0 && out.isOpen(); entries.next()) {
                notation.show(entries.key(), out);
                if (!noValue) {
                    out.write(BETWEEN);
                    notation.show(entries.value(), out);
                }
                out.write(END);
                left--;
            }
        }
    }
}
