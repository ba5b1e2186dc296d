package io.narrows.lab.process;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/** The command that runs this program again: the same Java with the same flags and classes. */
public final class JavaCommand {
    private JavaCommand() {}

    /** @param arguments of the program */
    public static List<String> of(Class<?> main, String... arguments) {
        return of(List.of(), main, arguments);
    }

    /**
     * Returns the command with additional flags.
     *
     * @param flags JVM flags, which override those of this process
     * @param arguments of the program
     */
    public static List<String> of(List<String> flags, Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(System.getProperty("java.home") + "/bin/java");
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(flags);
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(main.getName());
        command.addAll(List.of(arguments));
        return command;
    }
}
