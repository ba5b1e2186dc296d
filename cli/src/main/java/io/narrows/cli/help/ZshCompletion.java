package io.narrows.cli.help;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * A zsh completion function, with descriptions of verbs and options. Picocli's bash script runs in zsh as well, but shows
 * names only.
 */
public final class ZshCompletion {
    private final StringBuilder script = new StringBuilder();

    private ZshCompletion() {}

    /** Returns the content of a file {@code _NAME} in a folder of {@code fpath}, which can also be sourced. */
    public static String of(CommandLine line) {
        ZshCompletion completion = new ZshCompletion();
        String command = line.getCommandName();
        String function = name(line.getCommandSpec());
        completion.script.append("#compdef %1$s\ncompdef %2$s %1$s\n\n".formatted(command, function));
        completion.function(line.getCommandSpec());
        completion.script.append("""
                if [[ $funcstack[1] == %1$s ]]; then # loaded by the first completion, which this is
                  %1$s "$@"
                fi
                """.formatted(function));
        return completion.script.toString();
    }

    /** Adds a function for the command, and one for each command below it. */
    private void function(CommandSpec command) {
        List<CommandSpec> verbs = visible(command.subcommands());
        List<String> arguments = new ArrayList<>();
        command.options().stream().filter(option -> !option.hidden()).forEach(option -> arguments.add(option(option)));
        if (verbs.isEmpty()) {
            command.positionalParameters().stream()
                    .filter(positional -> !positional.hidden())
                    .forEach(positional -> arguments.add(positional(positional)));
        } else {
            arguments.add("'1: :->verb'");
            arguments.add("'*:: :->rest'");
        }
        script.append(name(command)).append("() {\n");
        if (!verbs.isEmpty()) {
            script.append("  local curcontext=$curcontext state line\n  typeset -A opt_args\n");
        }
        script.append("  _arguments ")
                .append(verbs.isEmpty() ? "-S" : "-C")
                .append(arguments.stream()
                        .map(argument -> " \\\n    " + argument)
                        .collect(Collectors.joining()))
                .append('\n');
        if (!verbs.isEmpty()) {
            choice(verbs);
        }
        script.append("}\n\n");
        verbs.forEach(this::function);
    }

    private void choice(List<CommandSpec> verbs) {
        script.append("  case $state in\n    verb)\n      local -a verbs=(\n");
        for (CommandSpec verb : verbs) {
            script.append("        ")
                    .append(quoted(verb.name() + ":" + Summary.of(verb)))
                    .append('\n');
        }
        script.append("      )\n      _describe command verbs\n      ;;\n    rest)\n      case $words[1] in\n");
        for (CommandSpec verb : verbs) {
            script.append("        ")
                    .append(verb.name())
                    .append(") ")
                    .append(name(verb))
                    .append(" ;;\n");
        }
        script.append("      esac\n      ;;\n  esac\n");
    }

    private static String option(OptionSpec option) {
        List<String> names = List.of(option.names());
        boolean value = option.arity().max() > 0;
        boolean optional = option.arity().min() == 0;
        String spelled = names.stream()
                .map(name -> value && name.startsWith("--") ? name + (optional ? "=-" : "=") : name)
                .collect(Collectors.joining(","));
        String after = "[" + bracketed(String.join(" ", option.description())) + "]"
                + (value ? (optional ? "::" : ":") + message(option) + ":" + action(option) : "");
        if (names.size() == 1) {
            return quoted((option.isMultiValue() ? "*" : "") + spelled + after);
        }
        String alternatives = option.isMultiValue() ? "*" : "(" + String.join(" ", names) + ")";
        return quoted(alternatives) + "{" + spelled + "}" + quoted(after);
    }

    private static String positional(PositionalParamSpec positional) {
        boolean many = positional.arity().max() > 1
                || positional.index().max() > positional.index().min();
        String place = many ? "*" : String.valueOf(positional.index().min() + 1);
        String optional = !many && positional.arity().min() == 0 ? ":" : "";
        return quoted(place + ":" + optional + message(positional) + ":" + action(positional));
    }

    /** Returns the zsh completion of a value: its words, files, or nothing. */
    private static String action(ArgSpec argument) {
        if (argument.completionCandidates() != null) {
            return StreamSupport.stream(argument.completionCandidates().spliterator(), false)
                    .collect(Collectors.joining(" ", "(", ")"));
        }
        Class<?> type = argument.isMultiValue() ? argument.auxiliaryTypes()[0] : argument.type();
        return type == Path.class || type == File.class ? "_files" : " ";
    }

    private static String message(ArgSpec argument) {
        return argument.paramLabel().replaceAll("[<>]", "").replace(":", "\\:");
    }

    private static String bracketed(String text) {
        return text.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]");
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }

    private static String name(CommandSpec command) {
        return "_" + command.qualifiedName("_").replace('-', '_');
    }

    private static List<CommandSpec> visible(Map<String, CommandLine> commands) {
        return commands.values().stream()
                .map(CommandLine::getCommandSpec)
                .filter(command -> !command.usageMessage().hidden())
                .toList();
    }
}
