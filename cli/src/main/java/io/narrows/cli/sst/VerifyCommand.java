package io.narrows.cli.sst;

import io.narrows.codec.Codecs;
import io.narrows.terminal.option.OutputOption;
import io.narrows.terminal.output.ProgressBar;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Checks files. */
@Command(
        name = "verify",
        mixinStandardHelpOptions = true,
        description = "Reads SST files completely and reports any damage.",
        footer = {
            "",
            "Verifies the checksum of every block, that each block can be decompressed and",
            "parsed, the order of the keys, and the counts in the properties.",
            "Exits with 0 if all files are intact, otherwise 1."
        })
final class VerifyCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private SstFiles files;

    @Mixin
    private OutputOption output;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        VerdictPrinter printer = output.isJson() ? new JsonVerdicts(out) : new TextVerdicts(out);
        List<TableProblem> unread = new ArrayList<>();
        List<Path> list = files.list(unread::add);
        unread.forEach(problem -> printer.print(new Verdict(problem.file(), Optional.empty(), List.of(problem))));
        boolean ok = unread.isEmpty();
        Codecs codecs = Codecs.load();
        try (ProgressBar bar = ProgressBar.onStandardError(
                list.stream().mapToLong(VerifyCommand::size).sum())) {
            for (Path file : list) {
                Verdict verdict = verify(file, codecs);
                bar.clear();
                printer.print(verdict);
                bar.add(size(file));
                ok &= verdict.isOk();
            }
        }
        return ok ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private static Verdict verify(Path file, Codecs codecs) {
        List<TableProblem> problems = new ArrayList<>();
        List<Verdict.Contents> contents = new ArrayList<>();
        SstFiles.run(
                file,
                codecs,
                (path, table) -> {
                    contents.add(Verdict.Contents.of(table));
                    table.verify(damage -> problems.add(TableProblem.of(path, damage)));
                },
                problems::add);
        return new Verdict(file, contents.stream().findFirst(), problems);
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            return 0;
        }
    }
}
