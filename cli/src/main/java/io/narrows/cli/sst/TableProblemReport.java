package io.narrows.cli.sst;

import java.io.PrintWriter;
import java.util.function.Consumer;
import picocli.CommandLine.ExitCode;

/** Tells of troubles on standard error, and remembers that there were some. */
final class TableProblemReport implements Consumer<TableProblem> {
    private final PrintWriter err;
    private boolean any;

    TableProblemReport(PrintWriter err) {
        this.err = err;
    }

    @Override
    public void accept(TableProblem problem) {
        any = true;
        err.println("narrows: " + problem.message());
        err.flush();
    }

    /** 1 when there was one. */
    int exitCode() {
        return any ? ExitCode.SOFTWARE : ExitCode.OK;
    }
}
