package io.narrows.tests.deploy;

import io.narrows.tests.support.Command;
import java.util.ArrayList;
import java.util.List;

/** Runs a program that must fail. */
final class Failing {
    private Failing() {}

    /**
     * Runs the program to its end.
     *
     * @return its output, standard error included
     * @throws IllegalStateException if its exit code is not 1
     */
    static String run(String... command) {
        return Command.run(command(command));
    }

    /** Returns a command that succeeds if the given one exits with 1. */
    static String[] command(String... command) {
        List<String> whole = new ArrayList<>(List.of("sh", "-c", "\"$0\" \"$@\"; test $? = 1"));
        whole.addAll(List.of(command));
        return whole.toArray(String[]::new);
    }
}
