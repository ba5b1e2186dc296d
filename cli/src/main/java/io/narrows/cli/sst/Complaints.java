package io.narrows.cli.sst;

import java.io.PrintWriter;
import java.util.function.Consumer;
import picocli.CommandLine.ExitCode;

/** Tells of troubles on standard error, and remembers that there were some. */
final class Complaints implements Consumer<Trouble> {
    private final PrintWriter err;
    private boolean any;

    Complaints(PrintWriter err) {
        this.err = err;
    }

    @Override
    public void accept(Trouble trouble) {
        any = true;
        err.println("narrows: " + trouble.message());
        err.flush();
    }

    /** 1 when there was one. */
    int exitCode() {
        return any ? ExitCode.SOFTWARE : ExitCode.OK;
    }
}
