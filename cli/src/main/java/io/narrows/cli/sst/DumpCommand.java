package io.narrows.cli.sst;

import io.narrows.codec.Codecs;
import io.narrows.storage.Slice;
import io.narrows.terminal.option.OutputOption;
import io.narrows.terminal.output.JsonLines;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Prints the contents of files. */
@Command(
        name = "dump",
        mixinStandardHelpOptions = true,
        description = "Prints the entries of SST files, or their data blocks.",
        footer = {
            "",
            "Prints lines of the form 'KEY' @SEQUENCE TYPE 'VALUE', range deletions first.",
            "Quotes and bytes that are not printable ASCII are escaped as in \\x00, a",
            "backslash as \\\\; --from and --to accept the same escapes.",
            "Exits with 1 if a file cannot be read."
        })
final class DumpCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private SstFiles files;

    @Option(names = "--from", paramLabel = "KEY", description = "First key. Default: the first key of the file.")
    private @Nullable String from;

    @Option(
            names = "--to",
            paramLabel = "KEY",
            description = "Stops before this key. Default: after the last key of the file.")
    private @Nullable String to;

    @Option(
            names = "--limit",
            paramLabel = "ENTRIES",
            description = "Maximum number of entries to print per file. Default: all.")
    private @Nullable Long limit;

    @Option(
            names = "--hex",
            description = "Keys and values, including --from and --to, are hexadecimal, such as 0x00C3A9.")
    private boolean hex;

    @Option(names = "--blocks", description = "Prints a line for each data block: its offset, size and compression.")
    private boolean blocks;

    @Mixin
    private OutputOption output;

    @Override
    public Integer call() {
        if (blocks && (from != null || to != null || hex || limit != null)) {
            throw wrong("--blocks cannot be combined with --from, --to, --limit or --hex, which select entries");
        }
        if (limit != null && limit < 0) {
            throw wrong("--limit " + limit + " (expected: 0 or more)");
        }
        Notation notation = hex ? Notation.HEX : Notation.TEXT;
        Scan scan = new Scan(
                key("--from", from, notation), key("--to", to, notation), limit == null ? Long.MAX_VALUE : limit);
        LongOutput out = new LongOutput(spec.commandLine().getOut());
        TableProblemReport report = new TableProblemReport(spec.commandLine().getErr());
        files.each(Codecs.load(), blocks ? blockDump(out) : entryDump(scan, notation, out), report);
        return out.exitCode(report.exitCode(), spec.commandLine().getErr());
    }

    private SstFiles.Task entryDump(Scan scan, Notation notation, LongOutput out) {
        JsonLines lines = new JsonLines(out.writer());
        return (file, table) -> {
            head(file, out);
            EntryPrinter printer =
                    output.isJson() ? new JsonEntries(file, notation, lines) : new TextEntries(notation, out.writer());
            try {
                scan.run(table, printer, out::isOpen);
            } finally {
                lines.flush();
                out.flush();
            }
        };
    }

    private SstFiles.Task blockDump(LongOutput out) {
        return (file, table) -> {
            if (output.isJson()) {
                BlockLines.json(file, table.dataBlocks(), out.writer());
            } else {
                head(file, out);
                BlockLines.table(table.dataBlocks(), out.writer());
            }
        };
    }

    /** Prints a heading per file, like {@code head} and {@code tail}. */
    private void head(Path file, LongOutput out) {
        if (files.areSeveral() && !output.isJson()) {
            out.writer().println("==> " + file + " <==");
        }
    }

    private Optional<Slice> key(String option, @Nullable String text, Notation notation) {
        try {
            if (hex && text != null && !text.startsWith("0x")) {
                spec.commandLine()
                        .getErr()
                        .println("narrows: " + option + " " + text + " is now 0x" + text
                                + "; the next release will not accept it without 0x");
            }
            return Optional.ofNullable(text).map(notation::parse);
        } catch (IllegalArgumentException e) {
            throw wrong(option + " " + text + ": " + e.getMessage());
        }
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
