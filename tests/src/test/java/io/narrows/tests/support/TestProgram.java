package io.narrows.tests.support;

import java.util.ArrayList;
import java.util.List;

/** A program of the tests in a separate JVM, which runs for some seconds. */
public final class TestProgram {
    private TestProgram() {}

    /**
     * Returns the command that runs a class of the tests. Its JVM compiles everything once and collects garbage in one thread, which
     * takes less processor time in so short a run.
     */
    public static List<String> command(Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(arguments));
        return command;
    }
}
