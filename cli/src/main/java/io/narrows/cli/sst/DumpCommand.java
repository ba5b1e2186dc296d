package io.narrows.cli.sst;

import io.narrows.cli.option.OutputOption;
import io.narrows.cli.output.JsonLines;
import io.narrows.codec.Codecs;
import io.narrows.storage.Slice;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
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
            "A line is 'KEY' @SEQUENCE TYPE 'VALUE'; deletions of ranges come first. Bytes",
            "that are not printable ASCII, the backslash and the quote are shown as \\x00,",
            "the backslash as \\\\; --from and --to are typed the same way.",
            "The exit code is 1 when a file cannot be read."
        })
final class DumpCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private SstFiles files;

    @Option(names = "--from", paramLabel = "KEY", description = "The first key. Default: the first of the file.")
    private String from;

    @Option(names = "--to", paramLabel = "KEY", description = "Ends before this key. Default: the end of the file.")
    private String to;

    @Option(names = "--limit", paramLabel = "ENTRIES", description = "The most entries of each file. Default: all.")
    private Long limit;

    @Option(names = "--hex", description = "Keys and values as in 0x00C3A9, those of --from and --to too.")
    private boolean hex;

    @Option(names = "--blocks", description = "A line for each data block: where, how large, how compressed.")
    private boolean blocks;

    @Mixin
    private OutputOption output;

    @Override
    public Integer call() {
        if (blocks && (from != null || to != null || hex || limit != null)) {
            throw wrong("--blocks goes with neither --from, --to, --limit nor --hex: they are of entries");
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

    private Optional<Slice> key(String option, String text, Notation notation) {
        try {
            if (hex && text != null && !text.startsWith("0x")) {
                spec.commandLine()
                        .getErr()
                        .println("narrows: " + option + " " + text + " is now 0x" + text
                                + "; the next release does not take it without 0x");
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
