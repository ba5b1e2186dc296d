package io.narrows.testkit.program;

/** A program of {@code bin/soak}. */
public interface Soak extends Program {}
