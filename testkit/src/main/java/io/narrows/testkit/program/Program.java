package io.narrows.testkit.program;

import java.util.concurrent.Callable;

/**
 * A picocli command that a script starts by name; it has a constructor without arguments. It is found as a service of
 * the class path, so that each program can stay in the test tree of the module whose package it needs.
 */
public interface Program extends Callable<Integer> {}
