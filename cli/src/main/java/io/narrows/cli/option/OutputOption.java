package io.narrows.cli.option;

import picocli.CommandLine.Option;

/** {@code --output}, as the verbs have it that print for people and for programs. */
public final class OutputOption {
    private enum Format {
        table,
        json
    }

    @Option(
            names = "--output",
            paramLabel = "FORMAT",
            defaultValue = "table",
            description = "${COMPLETION-CANDIDATES}. Default: table.")
    private Format format;

    /** Whether a program reads what is printed. */
    public boolean isJson() {
        return format == Format.json;
    }
}
