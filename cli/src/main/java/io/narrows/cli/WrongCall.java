package io.narrows.cli;

import io.narrows.config.yaml.Suggestion;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Reports mistakes in a command line, and suggests the likely word for an unknown one. Unknown options are reported before
 * missing ones, because an unknown option is often a misspelling of a missing one.
 */
final class WrongCall implements IParameterExceptionHandler {
    @Override
    public int handleParseException(ParameterException wrong, String[] arguments) {
        CommandLine line = wrong.getCommandLine();
        PrintWriter err = line.getErr();
        Optional<String> option = unknownOption(line, arguments);
        Optional<String> verb = unknownVerb(wrong);
        if (option.isPresent()) {
            unknown("option", option.get(), line.getCommandSpec().optionsMap().keySet(), line);
        } else if (verb.isPresent()) {
            unknown("command", verb.get(), line.getSubcommands().keySet(), line);
        } else {
            err.println(line.getColorScheme().errorText(wrong.getMessage()));
            line.usage(err, line.getColorScheme());
        }
        return line.getCommandSpec().exitCodeOnInvalidInput();
    }

    private static void unknown(String kind, String word, Collection<String> known, CommandLine line) {
        String hint = Suggestion.after(word, known);
        line.getErr().println(line.getColorScheme().errorText("unknown " + kind + " " + word + hint));
        if (hint.isEmpty()) {
            line.usage(line.getErr(), line.getColorScheme());
        }
    }

    /** Returns the first unknown long option. Words with one hyphen are ignored, since they may be negative numbers. */
    private static Optional<String> unknownOption(CommandLine line, String... arguments) {
        Map<String, OptionSpec> known = line.getCommandSpec().optionsMap();
        return Arrays.stream(arguments)
                .takeWhile(argument -> !argument.equals("--"))
                .map(argument -> argument.split("=", 2)[0])
                .filter(name -> name.startsWith("--") && !known.containsKey(name))
                .findFirst();
    }

    private static Optional<String> unknownVerb(ParameterException wrong) {
        boolean takesVerbs = !wrong.getCommandLine().getSubcommands().isEmpty();
        return takesVerbs && wrong instanceof UnmatchedArgumentException unmatched
                ? unmatched.getUnmatched().stream().findFirst()
                : Optional.empty();
    }
}
