package io.narrows.testkit.program;

import java.util.ServiceLoader;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** The programs of a script, as subcommands of one command line. */
final class Programs {
    private static final int HELP_WIDTH = 110;

    private Programs() {}

    /** Returns the exit code: 2 if the command line is wrong, 1 if the program fails. */
    static int run(String script, Class<? extends Program> kind, String... arguments) {
        return commandLine(script, kind).execute(arguments);
    }

    static CommandLine commandLine(String script, Class<? extends Program> kind) {
        CommandLine line = new CommandLine(CommandSpec.create().name(script));
        ServiceLoader.load(kind).forEach(line::addSubcommand);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setExpandAtFiles(false);
        line.setUsageHelpWidth(HELP_WIDTH);
        line.setExecutionExceptionHandler((exception, commandLine, result) -> {
            if (kind == Soak.class) {
                exception.printStackTrace(); // it is what the soak has found
            } else {
                System.err.println(script + ": " + exception.getMessage());
            }
            return 1;
        });
        return line;
    }
}
