package io.narrows.cli.db;

import io.narrows.storage.ColumnFamily;
import io.narrows.storage.db.Db;
import io.narrows.storage.db.DbOptions;
import io.narrows.storage.sst.parallel.CompressionPool;
import io.narrows.terminal.option.CompressionOptions;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Compacts a database manually. */
@Command(
        name = "compact",
        mixinStandardHelpOptions = true,
        description = "Compacts a range of keys, or the whole database, into the last level.",
        footer = {
            "",
            "Drops overwritten and deleted entries. New files use the codec that",
            "--compression and --bottommost select; without these options, each level keeps",
            "the codec of most of its data. No other process may have the database open.",
            "Exits with 1 if compaction fails."
        })
final class CompactCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private Directory directory;

    @Option(names = "--family", paramLabel = "NAME", description = "Column family. Default: all.")
    private @Nullable String family;

    @Option(names = "--hex", description = "--from, --before and --to are hexadecimal, such as 0x00C3A9.")
    private boolean hex;

    @Option(names = "--from", paramLabel = "KEY", description = "First key. Default: the first key of the database.")
    private @Nullable String from;

    @Option(names = "--before", paramLabel = "KEY", description = "Stops before this key. Default: after the last key.")
    private @Nullable String before;

    /** Inclusive, unlike {@code --to} of other verbs, for one release. */
    @Option(
            names = "--to",
            paramLabel = "KEY",
            description = "Last key. The next release stops before it, as --before does.")
    private @Nullable String to;

    @Mixin
    private CompressionOptions compression;

    @Override
    public Integer call() {
        Keys keys = new Keys(spec.commandLine(), Notation.hex(hex));
        byte @Nullable [] begin = keys.parseIfGiven("--from", from);
        byte @Nullable [] end = before == null ? keys.parseIfGiven("--to", to) : keys.parseIfGiven("--before", before);
        warnOfTo();
        return directory.tell(spec.commandLine().getErr(), () -> {
            DbOptions options = Databases.writing(directory, compression).withCompressionThreads(helpers());
            try (Db db = directory.openToWrite(options)) {
                for (ColumnFamily each : families(db)) {
                    CompactionProgress.during(
                            db,
                            directory.path(),
                            each,
                            spec.commandLine().getErr(),
                            () -> compact(db, each, begin, end));
                }
            }
            return ExitCode.OK;
        });
    }

    private void warnOfTo() {
        if (to == null) {
            return;
        }
        if (before != null) {
            throw new ParameterException(spec.commandLine(), "--to cannot be combined with --before");
        }
        spec.commandLine()
                .getErr()
                .println("narrows: --to includes " + to + "; from the next release it is excluded,"
                        + " as --before excludes it now");
    }

    private void compact(Db db, ColumnFamily each, byte @Nullable [] begin, byte @Nullable [] end) throws IOException {
        if (to == null) {
            db.compactBefore(each, begin, end);
        } else {
            db.compactRange(each, begin, end);
        }
    }

    /** Returns one thread per other processor, within the limit of the option. */
    private static int helpers() {
        return Math.min(Runtime.getRuntime().availableProcessors() - 1, CompressionPool.MAX_WORKERS);
    }

    private List<ColumnFamily> families(Db db) throws IOException {
        return family == null ? db.families() : List.of(FamilyOption.named(db, family));
    }
}
