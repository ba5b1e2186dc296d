package io.narrows.cli.process;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/** The command that runs this program once more: the same Java with the same flags and the same classes. */
public final class JavaCommand {
    private JavaCommand() {}

    /** @param arguments of the program */
    public static List<String> of(Class<?> main, String... arguments) {
        return of(List.of(), main, arguments);
    }

    /**
     * With more flags.
     *
     * @param flags of the JVM; where they contradict this one's they hold
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
