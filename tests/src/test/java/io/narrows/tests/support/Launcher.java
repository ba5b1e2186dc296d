package io.narrows.tests.support;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs verbs of this tree's command line on a host. */
public final class Launcher {
    private static final Path NARROWS =
            Path.of("../bin/narrows").toAbsolutePath().normalize();

    private Launcher() {}

    /** Returns the program's path. */
    public static Path path() {
        return NARROWS;
    }

    /** Returns the output of a verb that succeeds. */
    public static String run(Host host, String... arguments) {
        List<String> command = new ArrayList<>(List.of(NARROWS.toString()));
        command.addAll(List.of(arguments));
        return host.run(command.toArray(String[]::new));
    }
}
