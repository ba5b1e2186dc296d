package io.narrows.cli.sst;

/** A sink for verdicts, each as soon as it is known. */
@FunctionalInterface
interface VerdictPrinter {
    void print(Verdict verdict);
}
