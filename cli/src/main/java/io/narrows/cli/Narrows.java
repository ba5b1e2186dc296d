package io.narrows.cli;

import io.narrows.cli.adopt.AdoptCommand;
import io.narrows.cli.advise.AdviseCommand;
import io.narrows.cli.analyze.AnalyzeCommand;
import io.narrows.cli.capture.CaptureCommand;
import io.narrows.cli.db.DbCommand;
import io.narrows.cli.dictionary.DictionaryCommand;
import io.narrows.cli.report.ReportCommand;
import io.narrows.cli.sst.SstCommand;
import io.narrows.lab.bench.BenchCommand;
import io.narrows.lab.demo.DemoCommand;
import io.narrows.lab.recording.PackCommand;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command line: one thin command per verb. */
@Command(
        name = "narrows",
        description = "Compresses the traffic between the nodes of a distributed database.",
        mixinStandardHelpOptions = true,
        versionProvider = VersionProvider.class)
public final class Narrows implements Runnable {
    /** The file, the command line or the environment is invalid; nothing was started. */
    static final int EXIT_BAD_INPUT = 2;

    /** The verbs in the order of the help. */
    private static final List<Class<?>> VERBS = List.of(
            RunCommand.class,
            NodeCommand.class,
            AnalyzeCommand.class,
            EstimateCommand.class,
            DictionaryCommand.class,
            SstCommand.class,
            DbCommand.class,
            BenchCommand.class,
            DemoCommand.class,
            GenerateCommand.class,
            AdoptCommand.class,
            CheckCommand.class,
            ExplainCommand.class,
            ReportCommand.class,
            AdviseCommand.class,
            CaptureCommand.class,
            HealthCommand.class,
            ReloadCommand.class,
            SchemaCommand.class,
            TrainCommand.class,
            CompletionCommand.class,
            VersionCommand.class,
            PackCommand.class,
            ManualCommand.class,
            HelpCommand.class);

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new CommandLine.ParameterException(spec.commandLine(), "missing command");
    }

    public static void main(String[] arguments) {
        System.exit(execute(arguments));
    }

    /** Runs the command line. Returns the exit code. */
    static int execute(String... arguments) {
        return commandLine(arguments).execute(arguments);
    }

    /**
     * Returns a command line with only the requested verb, also within a group: reading the options of all verbs takes as
     * long as a sidecar takes to start.
     */
    static CommandLine commandLine(String... arguments) {
        CommandLine line = new CommandLine(new Narrows());
        Optional<Class<?>> asked = arguments.length == 0 ? Optional.empty() : named(VERBS, arguments[0]);
        Optional<Class<?>> within =
                asked.filter(verb -> arguments.length > 1).flatMap(verb -> within(verb, arguments[1]));
        if (within.isPresent()) {
            line.addSubcommand(arguments[0], new CommandLine(groupOf(within.get())));
        } else {
            asked.map(List::<Class<?>>of).orElse(VERBS).forEach(line::addSubcommand);
        }
        line.getSubcommands().values().forEach(verb -> addStandardOptions(verb.getCommandSpec()));
        line.setParameterExceptionHandler(new WrongCall()); // applies to all subcommands
        return line;
    }

    private static void addStandardOptions(CommandSpec verb) {
        verb.versionProvider(new VersionProvider());
        if (verb.findOption("--help") == null) {
            verb.mixinStandardHelpOptions(true);
        }
    }

    /** Returns the verb of a group, such as {@code get} of {@code db}; empty if the group has no such verb. */
    private static Optional<Class<?>> within(Class<?> group, String name) {
        return named(List.of(group.getAnnotation(Command.class).subcommands()), name);
    }

    /** Returns a group with only one verb and no options. */
    private static CommandSpec groupOf(Class<?> verb) {
        return CommandSpec.create().addSubcommand(null, new CommandLine(verb));
    }

    /** Returns the verb with that name; empty if answering needs all verbs. */
    private static Optional<Class<?>> named(List<Class<?>> verbs, String name) {
        return verbs.stream()
                .filter(verb -> verb != HelpCommand.class)
                .filter(verb -> verb.getAnnotation(Command.class).name().equals(name))
                .findFirst();
    }
}
