package io.narrows.bench.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Prints the tables of a benchmark, and writes them into the documentation. */
public class DocOptions {
    /** The former name of {@code --update-doc}, for one release. */
    private static final String FORMER_UPDATE_DOC = "--into";

    private static final String SECTION = "--doc-section";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = {"--update-doc", FORMER_UPDATE_DOC},
            paramLabel = "FILE",
            description = "Also write the Markdown into the part of this file that is for this benchmark.")
    private Path file;

    @Option(
            names = SECTION,
            paramLabel = "NAME",
            description = "The part of that file to write. Default: that of the benchmark's name.")
    private String section;

    /** Returns the documentation file to update. */
    public Optional<Path> file() {
        return Optional.ofNullable(file);
    }

    /** Publishes tables, with the command and the machine that produced them. */
    public void publish(String tables) throws IOException {
        publish(tables, "JDK", true, List.of());
    }

    /**
     * Publishes tables.
     *
     * @param jvm what runs on this JDK
     * @param others options, besides those of this class, that do not affect the figures; each has a value
     */
    public void publish(String tables, String jvm, boolean isPrinted, List<String> others) throws IOException {
        String made = String.join(" ", command(others));
        String markdown = "\nMade with `%s`: %s\n\n%s\n".formatted(made, Machine.describe(jvm), tables.strip());
        if (isPrinted) {
            System.out.println(markdown);
        }
        if (given().stream().anyMatch(argument -> argument.startsWith(FORMER_UPDATE_DOC))) {
            System.err.println("bench: " + FORMER_UPDATE_DOC + " is now --update-doc; the next release will remove "
                    + FORMER_UPDATE_DOC);
        }
        if (file != null) {
            DocSection.write(file, section == null ? spec.name() : section, markdown + "\n");
        }
    }

    private List<String> given() {
        return spec.commandLine().getParseResult().originalArgs();
    }

    /** Returns the command without options that do not affect the figures. */
    private List<String> command(List<String> others) {
        List<String> arguments = new ArrayList<>(given());
        List<String> left = new ArrayList<>(List.of("--update-doc", SECTION, FORMER_UPDATE_DOC));
        left.addAll(others);
        for (String option : left) {
            arguments.removeIf(argument -> argument.startsWith(option + "="));
            int at = arguments.indexOf(option);
            if (at >= 0) {
                arguments.subList(at, at + 2).clear();
            }
        }
        arguments.add(0, "bin/bench");
        return arguments;
    }
}
