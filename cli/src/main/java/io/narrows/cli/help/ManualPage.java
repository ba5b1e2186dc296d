package io.narrows.cli.help;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The manual page of a command, generated from its {@code --help}. */
public final class ManualPage {
    private final CommandSpec command;
    private final Roff page = new Roff();

    private ManualPage(CommandSpec command) {
        this.command = command;
    }

    /**
     * Returns the pages of a command and of all commands below it, by name without section: {@code narrows-db-scan}.
     *
     * @param date of the pages, as in 2026-11-21
     * @param version of the program
     */
    public static Map<String, String> all(CommandLine line, String date, String version) {
        Map<String, String> pages = new TreeMap<>();
        add(line.getCommandSpec(), date, version, pages);
        return pages;
    }

    private static void add(CommandSpec command, String date, String version, Map<String, String> pages) {
        pages.put(name(command), new ManualPage(command).write(date, version));
        subcommands(command).forEach(below -> add(below, date, version, pages));
    }

    private String write(String date, String version) {
        List<String> description = List.of(command.usageMessage().description());
        page.title(name(command).toUpperCase(Locale.ROOT), date, "narrows " + version, "Narrows manual");
        page.section("NAME").text(name(command) + " - " + Summary.of(command));
        synopsis();
        page.section("DESCRIPTION").text(String.join("\n", description));
        footer();
        arguments();
        options();
        commands();
        if (command.parent() == null) {
            root();
        }
        seeAlso();
        return page.toString();
    }

    private void synopsis() {
        StringBuilder line = new StringBuilder(Roff.alternating(command.qualifiedName()));
        line.append(" [").append(Roff.alternating("", "OPTION")).append("]...");
        for (OptionSpec option : options(command)) {
            if (option.required() && option.group() == null) {
                line.append(' ').append(Roff.alternating(option.longestName() + "=", label(option)));
            }
        }
        for (ArgGroupSpec group : command.argGroups()) {
            if (group.exclusive() && group.multiplicity().min() > 0) {
                line.append(" (").append(alternatives(group)).append(')');
            }
        }
        if (subcommands(command).isEmpty()) {
            for (PositionalParamSpec positional : positionals(command)) {
                boolean optional = positional.arity().min() == 0;
                line.append(optional ? " [" : " ")
                        .append(Roff.alternating("", label(positional)))
                        .append(optional ? "]" : "")
                        .append(isRepeated(positional) ? "..." : "");
            }
        } else {
            line.append(' ').append(Roff.alternating("", "COMMAND")).append(" ...");
        }
        page.section("SYNOPSIS").line(line.toString());
    }

    private static String alternatives(ArgGroupSpec group) {
        return group.options().stream()
                .map(option -> option.arity().max() == 0
                        ? Roff.alternating(option.longestName())
                        : Roff.alternating(option.longestName() + "=", label(option)))
                .collect(Collectors.joining(" | "));
    }

    /** Writes the footer, in which blank lines separate paragraphs. */
    private void footer() {
        for (String line : command.usageMessage().footer()) {
            if (line.isBlank()) {
                page.paragraph();
            } else {
                page.text(line);
            }
        }
    }

    private void arguments() {
        if (subcommands(command).isEmpty() && !positionals(command).isEmpty()) {
            page.section("ARGUMENTS");
            for (PositionalParamSpec positional : positionals(command)) {
                page.term("", label(positional)).text(String.join("\n", positional.description()));
            }
        }
    }

    private void options() {
        page.section("OPTIONS");
        for (OptionSpec option : options(command)) {
            page.term(spelled(option)).text(String.join("\n", option.description()));
        }
    }

    /** Returns alternately bold and italic words: {@code -c, --config=} and {@code FILE}. */
    private static String[] spelled(OptionSpec option) {
        String names = String.join(", ", option.names());
        if (option.arity().max() == 0) {
            return new String[] {names};
        }
        return option.arity().min() == 0
                ? new String[] {names + "[=", label(option), "]"}
                : new String[] {names + "=", label(option)};
    }

    private void commands() {
        if (!subcommands(command).isEmpty()) {
            page.section("COMMANDS");
            for (CommandSpec below : subcommands(command)) {
                page.term(name(below))
                        .text(String.join("\n", below.usageMessage().description()));
            }
        }
    }

    private void root() {
        page.section("EXIT STATUS");
        page.term("0").text("Done.");
        page.term("1").text("The command failed; the reason is on standard error.");
        page.term("2").text("The command line, the configuration or the environment is wrong; nothing was started.");
        page.section("ENVIRONMENT");
        page.term("NARROWS_JAVA").text("Path of the java executable to run instead of the detected one.");
        page.term("NARROWS_JAVA_OPTS").text("Additional JVM options, after those of the launcher.");
        page.term("NARROWS_LOG_LEVEL").text("Log level: error, warn, info, debug or trace.");
        page.term("NARROWS_LOG_FORMAT").text("Log format: text or json.");
        page.section("FILES");
        page.term("/etc/narrows/narrows.yaml").text("Configuration of the service.");
        page.term("/etc/narrows/environment").text("Environment variables of the service.");
    }

    private void seeAlso() {
        CommandSpec related = command.parent();
        if (related != null) {
            page.section("SEE ALSO").line(Roff.alternating(name(related)) + "(1)");
        }
    }

    private static String name(CommandSpec command) {
        return command.qualifiedName("-");
    }

    private static String label(ArgSpec argument) {
        return argument.paramLabel().replaceAll("[<>]", "");
    }

    private static boolean isRepeated(PositionalParamSpec positional) {
        return positional.arity().max() > 1 || positional.isMultiValue();
    }

    private static List<OptionSpec> options(CommandSpec command) {
        return command.options().stream().filter(option -> !option.hidden()).toList();
    }

    private static List<PositionalParamSpec> positionals(CommandSpec command) {
        return command.positionalParameters().stream()
                .filter(positional -> !positional.hidden())
                .toList();
    }

    /** Returns the subcommands, except hidden ones and {@code help}, whose page is this one. */
    private static List<CommandSpec> subcommands(CommandSpec command) {
        return command.subcommands().values().stream()
                .map(CommandLine::getCommandSpec)
                .filter(below -> !below.usageMessage().hidden() && !below.helpCommand())
                .toList();
    }
}
