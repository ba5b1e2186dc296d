package io.narrows.cli.sst;

import io.narrows.codec.Codecs;
import io.narrows.terminal.option.OutputOption;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints the properties of files. */
@Command(
        name = "properties",
        mixinStandardHelpOptions = true,
        description = "Prints the format, checksum type and all properties of SST files.",
        footer = {"", "Exits with 1 if a file cannot be read."})
final class PropertiesCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private SstFiles files;

    @Mixin
    private OutputOption output;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        TableProblemReport report = new TableProblemReport(spec.commandLine().getErr());
        files.each(
                Codecs.load(),
                (file, table) -> {
                    if (output.isJson()) {
                        PropertyLines.json(file, table, out);
                    } else {
                        PropertyLines.table(file, table, out);
                    }
                },
                report);
        return report.exitCode();
    }
}
