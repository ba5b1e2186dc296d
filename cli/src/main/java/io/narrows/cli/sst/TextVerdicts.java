package io.narrows.cli.sst;

import java.io.PrintWriter;
import java.util.Locale;

/** Prints verdicts as text: one line for a valid file, one line per problem for an invalid one. */
final class TextVerdicts implements VerdictPrinter {
    private final PrintWriter out;

    TextVerdicts(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void print(Verdict verdict) {
        if (verdict.isOk()) {
            verdict.contents()
                    .ifPresent(contents -> out.printf(
                            Locale.ROOT,
                            "%s: ok, %,d entries in %,d data blocks, %,d bytes, format version %d, %s%n",
                            verdict.file(),
                            contents.entries(),
                            contents.dataBlocks(),
                            contents.bytes(),
                            contents.formatVersion(),
                            contents.checksum()));
        }
        verdict.problems().forEach(problem -> out.println(problem.message()));
        out.flush();
    }
}
