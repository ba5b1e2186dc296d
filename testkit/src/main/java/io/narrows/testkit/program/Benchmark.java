package io.narrows.testkit.program;

/** A program of {@code bin/bench}. */
public interface Benchmark extends Program {}
