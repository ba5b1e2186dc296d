package io.narrows.cli.sst;

/** Where verdicts go, each as soon as it is known. */
@FunctionalInterface
interface VerdictPrinter {
    void print(Verdict verdict);
}
