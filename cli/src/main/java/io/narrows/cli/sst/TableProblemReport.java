package io.narrows.cli.sst;

import java.io.PrintWriter;
import java.util.function.Consumer;
import picocli.CommandLine.ExitCode;

/** Prints problems to standard error, and remembers whether there were any. */
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

    /** Returns 1 if there was any problem. */
    int exitCode() {
        return any ? ExitCode.SOFTWARE : ExitCode.OK;
    }
}
