package io.narrows.testkit.program;

/** Runs a benchmark: {@code NAME OPTION...}. */
public final class Benchmarks {
    private Benchmarks() {}

    public static void main(String[] arguments) {
        System.exit(Programs.run("bench", Benchmark.class, arguments));
    }
}
