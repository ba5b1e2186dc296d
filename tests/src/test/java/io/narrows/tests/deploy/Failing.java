package io.narrows.tests.deploy;

import io.narrows.tests.support.Command;
import java.util.ArrayList;
import java.util.List;

/** A program that has to fail. */
final class Failing {
    private Failing() {}

    /**
     * Runs it to its end.
     *
     * @return what it wrote, standard error included
     * @throws IllegalStateException when it ends with anything but 1
     */
    static String run(String... command) {
        return Command.run(command(command));
    }

    /** The command that succeeds when the given one ends with 1. */
    static String[] command(String... command) {
        List<String> whole = new ArrayList<>(List.of("sh", "-c", "\"$0\" \"$@\"; test $? = 1"));
        whole.addAll(List.of(command));
        return whole.toArray(String[]::new);
    }
}
